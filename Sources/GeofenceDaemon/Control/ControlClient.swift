import ControlProtocol
import NIOCore

/// One connection to the control socket: splits its bytes into requests, and writes answers and
/// notifications, never more than the client takes.
@Loop
final class ControlClient {
    /// Bytes that may wait for a client before nothing more is produced for it: with a page of
    /// events on top, a client that never reads costs less than 128 KiB.
    static let writeMarks = ChannelOptions.Types.WriteBufferWaterMark(low: 8 << 10, high: 32 << 10)

    /// For a client that is to be closed to take what was written.
    private static let farewell = TimeAmount.seconds(5)

    /// What the peer may do.
    let access: Hello.Access
    /// The source whose raw text this client watches.
    var rawSource: String?
    /// The fixes that it follows; nil where it follows none.
    var fixes: FixFollowing? {
        didSet { oldValue?.end() }
    }
    /// Its stream of events.
    let stream: EventStream

    let channel: any Channel
    /// Reads its requests.
    let reader: CallReader
    /// Performs them.
    let controls: Controls
    /// Its requests.
    var requests = RequestQueue()
    /// Whether a request is performed now.
    var isWorking = false
    /// Whether a request is read, or is performed in parts: the next one waits for it.
    var isBusy: Bool { holds > 0 }
    private var holds = 0
    /// When the next request is performed, when others have their turn.
    var nextTurn: LoopTimer?
    /// Whether more is read from it.
    var isReading = true
    /// Whether it sends nothing more.
    var hasInputEnded = false
    /// Closes a client that began a request and does not end it.
    var requestDeadline: LoopTimer?
    /// Closes a client that sends no request and follows nothing.
    var idleTimer: LoopTimer?
    /// When it last sent something, or was last seen to wait for something.
    var lastUse = NIODeadline.now()
    /// Whether nothing more is done for it.
    private(set) var isFinished = false
    /// Whether its channel is closed.
    private(set) var hasLeft = false

    private let out: LineWriter
    private var patience: LoopTimer?

    /// A client on an open channel.
    init(
        _ channel: any Channel, access: Hello.Access, log: EventLog, reader: CallReader,
        controls: Controls
    ) {
        self.channel = channel
        self.access = access
        out = LineWriter(channel: channel)
        stream = EventStream(of: log, to: out)
        self.reader = reader
        self.controls = controls
        stream.hasEnded = { [weak self] in
            self?.lastUse = .now()
            self?.work()
        }
        watchIdleness()
    }

    /// Ends a request: writes the answer, or nothing where the request has no id.
    func reply(_ result: some Encodable & Sendable, to request: Request) {
        if let id = request.id { send(Response.result(result, id: id)) }
        end(request)
    }

    /// Writes an answer that may take long to encode, which is done on another thread. The next request is
    /// performed after it.
    func replyAway(_ result: some Encodable & Sendable, to request: Request) {
        guard let id = request.id else { return end(request) }
        hold()
        reader.run {
            Wire.line(Response.result(result, id: id))
        } then: { [self] line in
            if !isFinished { out.send(lines: [line]) }
            requests.underway -= 1
            release()
        }
    }

    /// Performs nothing more for it until it is released.
    func hold() { holds += 1 }

    /// Continues with its requests.
    func release() {
        holds -= 1
        work()
    }

    /// Ends a request that was not performed: writes why, or nothing where the request has no id.
    func fail(_ failure: Failure, to request: Request) {
        if let id = request.id { refuse(failure, id: id) }
        end(request)
    }

    /// Writes why a line is no request; the id is null where none can be read.
    func refuse(_ failure: Failure, id: RequestID) {
        send(Response<Nothing>.failure(failure, id: id))
    }

    /// Writes one line.
    func send(_ value: some Encodable) { out.send(value) }

    /// Sends a fix. A client that is behind gets the next one.
    func send(fix: FixRecord) {
        guard channel.isWritable else { return }
        send(Notification(.fix, fix))
    }

    /// Sends raw text when the client watches its source and keeps up.
    func publish(raw text: RawText) {
        guard rawSource == text.source, channel.isWritable else { return }
        send(Notification(.raw, text))
    }

    /// Lets what was written go out, then closes.
    func finish() -> EventLoopFuture<Void> {
        isFinished = true
        requests.clear()
        stopWaiting()
        let closed = channel.eventLoop.makePromise(of: Void.self)
        let channel = channel
        channel.writeAndFlush(ByteBuffer()).whenComplete { _ in
            channel.close(promise: closed)
        }
        // A client that takes nothing more would keep its place among the clients.
        patience?.cancel()
        patience = Loop.after(Self.farewell) { channel.close(promise: nil) }
        return closed.futureResult
    }

    /// Stops all that runs for a channel that is closed.
    func isGone() {
        hasLeft = true
        stopWaiting()
        patience?.cancel()
        fixes = nil
        stream.close()
        // It may have closed without waiting for its answers.
        work()
    }

    /// The channel takes more, or takes no more for now.
    func writabilityChanged(_ isWritable: Bool) {
        guard !isFinished else { return }
        patience?.cancel()
        patience = nil
        work()
        if isWritable { stream.pump() } else { waitForProgress(left: nil) }
    }

    private func end(_ request: Request) {
        lastUse = .now()
        if request.isAwaited { requests.underway -= 1 }
        work()
    }

    private func stopWaiting() {
        requestDeadline?.cancel()
        idleTimer?.cancel()
        nextTurn?.cancel()
        nextTurn = nil
    }
}

extension ControlClient {
    /// Closes a client that has taken no byte for too long; `left` bytes waited for it before, nil
    /// at the beginning.
    private func waitForProgress(left: Int?) {
        let channel = channel
        channel.getOption(.bufferedWritableBytes).whenSuccess { waiting in
            Loop.assume {
                // Meanwhile it may have taken everything.
                guard !channel.isWritable else { return }
                if let left, waiting >= left { return channel.close(promise: nil) }
                let limit = TimeAmount.seconds(Int64(Limits.subscriberPatience_s))
                self.patience = Loop.after(limit) { self.waitForProgress(left: waiting) }
            }
        }
    }
}
