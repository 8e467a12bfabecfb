import NIOCore

/// Something that the loop does after a while, unless it is cancelled before.
///
/// What is cancelled is surely not done. NIO does not promise that: what is due at the same time it has
/// taken from its list before the first of it runs.
@Loop
final class LoopTimer {
    private var task: Scheduled<Void>?
    /// Nil once it is done or cancelled.
    private var body: (@Loop () -> Void)?

    /// Does `body` after so long.
    init(after wait: TimeAmount, _ body: @escaping @Loop () -> Void) {
        self.body = body
        task = Loop.eventLoop.scheduleTask(in: wait) { Loop.assume { self.isDue() } }
    }

    /// Has it not done.
    func cancel() {
        body = nil
        task?.cancel()
        task = nil
    }

    private func isDue() {
        let body = body
        cancel()
        body?()
    }
}
