import Positioning

/// Gives a source the fixes of another one. It opens nothing.
@Loop
final class DerivedFeeder: Feeder {
    private unowned let source: Source
    private let name: String
    private weak var parent: Source?

    /// A feeder for `source` that takes the fixes of the source of that name.
    init(_ source: Source, from name: String) {
        self.source = source
        self.name = name
    }

    func start() {
        parent = source.sibling(named: name)
        parent?.add(self)
        parentRuns(parent?.isRunning ?? false)
    }

    func stop() { parent?.remove(self) }

    /// The other source delivers, or does not any more.
    func parentRuns(_ isRunning: Bool) {
        guard !isRunning else { return source.opened(LinkDescription(device: "source \(name)")) }
        source.unavailable(
            SourceTrouble(
                code: "source-not-running",
                sentence:
                    "source \(name), whose fixes it takes, is not delivering; see: geofencectl "
                    + "source status \(name)"))
    }

    /// The other source began again.
    func parentBeginsAgain() { source.beginsAgain() }

    /// The other source has given that.
    func take(_ report: Report) { source.take(report) }
}
