import NIOCore

/// Work that the loop does after a while, unless it is cancelled before.
///
/// A cancelled timer never runs. NIO does not promise that: it takes all tasks of one deadline from its list
/// before it runs the first of them.
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

    /// Cancels it.
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
