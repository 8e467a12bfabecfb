import NIOCore

/// Runs asynchronous code without isolation on the loop's thread, too.
///
/// Otherwise Swift would start its own threads for that code, and the thread that manages them would
/// wake up every second for the life of the process.
final class LoopTaskExecutor: TaskExecutor {
    /// Runs `work` there and waits for its end. Must not be called on the loop's thread.
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
