import NIOCore

/// Executes work without isolation on the loop's thread, too.
///
/// Swift would start threads of its own for it, and the thread that counts those wakes up every second
/// for as long as the process lives.
final class LoopTaskExecutor: TaskExecutor {
    /// Does work there; the calling thread, which cannot be the loop's, waits for its end.
    static func run(_ work: @escaping @Sendable () async throws -> Void) throws {
        let end = Loop.eventLoop.makePromise(of: Void.self)
        Task(executorPreference: LoopTaskExecutor()) {
            do {
                end.succeed(try await work())
            } catch {
                end.fail(error)
            }
        }
        try end.futureResult.wait()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Loop.eventLoop.execute {
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}
