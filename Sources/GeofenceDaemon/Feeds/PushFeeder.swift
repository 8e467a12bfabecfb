/// The feeder of a source whose fixes clients push: always open, brings nothing by itself.
@Loop
final class PushFeeder: Feeder {
    private unowned let source: Source

    init(_ source: Source) {
        self.source = source
    }

    func start() {
        source.opened(LinkDescription(device: "Source.push"))
    }

    func stop() {}
}
