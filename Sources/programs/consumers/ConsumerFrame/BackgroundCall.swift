internal import Glibc
internal import Synchronization
internal import SystemServices

/// A call that may block for minutes, on a thread of its own: the poll loop of the program goes on meanwhile, and
/// the program ends without waiting for it.
public final class BackgroundCall {
    private let body: () -> Void
    private let end: Pipe
    private let isOver = Atomic(false)

    /// Starts the call; nil where there is no descriptor or no thread for it.
    ///
    /// - Parameter body: the call. What it uses is used by nothing else until it has returned.
    public init?(_ body: @escaping () -> Void) {
        guard let end = try? Pipe() else { return nil }
        self.end = end
        self.body = body
        nonisolated(unsafe) let call = self
        guard DetachedThread.start({ unsafe call.run() }) else { return nil }
    }

    /// Can be read when the call has returned.
    public var descriptor: Int32 { end.readEnd.rawValue }

    /// Whether the call has returned.
    public var hasReturned: Bool { isOver.load(ordering: .acquiring) }

    private func run() {
        body()
        isOver.store(true, ordering: .releasing)
        var byte: UInt8 = 1
        _ = unsafe write(end.writeEnd.rawValue, &byte, 1)
    }
}
