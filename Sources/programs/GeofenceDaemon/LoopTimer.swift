import NIOCore

/// Calls a closure on the loop after a delay, unless the timer is cancelled before.
///
/// A cancelled timer never fires. NIO does not guarantee that: it takes all tasks of one deadline from its
/// list before it runs the first of them.
@Loop
final class LoopTimer {
    private var task: Scheduled<Void>?
    /// The closure; nil once it was called or cancelled.
    private var body: (@Loop () -> Void)?

    /// Creates a timer that calls `body` after `wait`.
    init(after wait: TimeAmount, _ body: @escaping @Loop () -> Void) {
        self.body = body
        task = Loop.eventLoop.scheduleTask(in: wait) { Loop.assume { self.isDue() } }
    }

    /// Cancels the timer.
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
