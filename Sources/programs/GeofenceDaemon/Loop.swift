import NIOCore
import NIOPosix

/// The single thread for all work that must not wait: sources, engine, clients.
///
/// Code that is marked `@Loop` runs only on this thread, so it needs no locks.
@globalActor
public actor Loop {
    /// The global actor.
    public static let shared = Loop()

    /// The event loop of NIO that runs on this thread.
    static let eventLoop: any EventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()

    /// The executor of the actor: the thread of the loop.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe Self.eventLoop.executor.asUnownedSerialExecutor()
    }

    /// Runs `body` at once, for callbacks that NIO calls on the loop without declaring it.
    ///
    /// Traps when called from any other thread.
    static func assume<Result: Sendable>(
        _ body: @Loop () throws -> Result
    ) rethrows -> Result {
        eventLoop.preconditionInEventLoop()
        return try withoutActuallyEscaping(body) { isolated in
            try unsafe unsafeBitCast(isolated, to: (() throws -> Result).self)()
        }
    }

    /// Runs `body` after the current work of the loop. May be called from any thread.
    static func soon(_ body: @escaping @Loop () -> Void) {
        eventLoop.execute { assume(body) }
    }

    /// Runs `body` after `wait`, unless the returned timer is cancelled before.
    @Loop @discardableResult static func after(
        _ wait: TimeAmount, do body: @escaping @Loop () -> Void
    ) -> LoopTimer {
        LoopTimer(after: wait, body)
    }
}

/// A value that only the loop uses, wrapped for a closure that NIO calls on the loop but declares as
/// sendable.
struct LoopBound<Value>: @unchecked Sendable {
    private let bound: Value

    /// Wraps the value.
    @Loop init(_ value: Value) {
        bound = value
    }

    /// The wrapped value.
    @Loop var value: Value { bound }
}
