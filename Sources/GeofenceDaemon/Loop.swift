import NIOCore
import NIOPosix

/// The one thread of all work that must not wait: sources, engine, clients.
///
/// Code that is marked `@Loop` runs there and only there, so it needs no locks.
@globalActor
public actor Loop {
    /// The loop as an actor.
    public static let shared = Loop()

    /// The loop as NIO knows it.
    static let eventLoop: any EventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()

    /// The loop's thread executes what is isolated to it.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe Self.eventLoop.executor.asUnownedSerialExecutor()
    }

    /// Runs `body` at once; for callbacks that NIO makes on the loop without saying so in their types.
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

    /// Runs `body` after the present work of the loop; may be called from any thread.
    static func soon(_ body: @escaping @Loop () -> Void) {
        eventLoop.execute { assume(body) }
    }

    /// Runs `body` after so long, unless that is cancelled.
    @Loop @discardableResult static func after(
        _ wait: TimeAmount, do body: @escaping @Loop () -> Void
    ) -> LoopTimer {
        LoopTimer(after: wait, body)
    }
}

/// A value that is only ever touched on the loop, on its way through a closure that NIO calls
/// there but declares as sendable.
struct LoopBound<Value>: @unchecked Sendable {
    private let bound: Value

    /// Takes the value along.
    @Loop init(_ value: Value) {
        bound = value
    }

    /// The value again.
    @Loop var value: Value { bound }
}
