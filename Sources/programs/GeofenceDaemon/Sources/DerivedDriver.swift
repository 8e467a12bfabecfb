import Positioning

/// Passes the fixes of another source to a source. Opens nothing itself.
@Loop
final class DerivedDriver: SourceDriver {
    private unowned let source: Source
    private let name: String
    /// The other source; nil before `start`, and if it does not exist.
    private(set) weak var parent: Source?

    /// Creates a driver that passes on the fixes of the source of that name.
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

    /// Handles that the other source starts or stops delivering.
    func parentRuns(_ isRunning: Bool) {
        if isRunning {
            source.opened(LinkDescription(device: "source \(name)"))
        } else {
            source.ceased()
        }
    }

    /// Handles a change of the state of the other source.
    func parentChanged() { source.parentChanged() }

    /// Handles a restart of the other source.
    func parentBeginsAgain() { source.beginsAgain() }

    /// Passes on a report of the other source.
    func take(_ report: Report) { source.take(report) }
}
