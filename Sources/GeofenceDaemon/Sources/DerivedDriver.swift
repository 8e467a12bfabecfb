import Positioning

/// Gives a source the fixes of another one. It opens nothing.
@Loop
final class DerivedDriver: SourceDriver {
    private unowned let source: Source
    private let name: String
    /// The other source, while this one takes its fixes.
    private(set) weak var parent: Source?

    /// A driver for `source` that takes the fixes of the source of that name.
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
        if isRunning {
            source.opened(LinkDescription(device: "source \(name)"))
        } else {
            source.ceased()
        }
    }

    /// The state of the other source changed.
    func parentChanged() { source.parentChanged() }

    /// The other source began again.
    func parentBeginsAgain() { source.beginsAgain() }

    /// The other source has given that.
    func take(_ report: Report) { source.take(report) }
}
