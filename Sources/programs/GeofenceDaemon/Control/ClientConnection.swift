import ControlProtocol
import NIOCore

/// One connection to the control socket. Splits the received bytes into requests, and writes answers and
/// notifications no faster than the client reads them.
@Loop
final class ClientConnection {
    /// The limits of the bytes that wait to be written; above `high`, nothing more is produced for the
    /// client. With a page of events on top, a client that never reads costs less than 128 KiB.
    static let writeMarks = ChannelOptions.Types.WriteBufferWaterMark(low: 8 << 10, high: 32 << 10)

    /// The time for a client that is being closed to read the data already written.
    private static let farewell = TimeAmount.seconds(5)

    /// The rights of the client.
    let access: Hello.Access
    /// The name of the source whose raw text the client follows; nil when it follows none.
    var rawSource: String?
    /// The fixes that the client follows; nil when it follows none.
    var fixes: FixFollowing? {
        didSet { oldValue?.end() }
    }
    /// The event stream of the client.
    let stream: EventStream

    let channel: any Channel
    /// Parses the requests of the client.
    let reader: CallReader
    /// Performs the requests of the client.
    let controls: Controls
    /// The requests of the client that are not performed yet.
    var requests = RequestQueue()
    /// Whether the client is performing its waiting requests now.
    var isWorking = false
    /// Whether a request is being parsed or performed in parts; the next request waits for it.
    var isBusy: Bool { holds > 0 }
    private var holds = 0
    /// The timer that resumes the requests of this client after the other clients had a turn.
    var nextTurn: LoopTimer?
    /// Whether the channel reads from the client.
    var isReading = true
    /// Whether the peer has ended its input: it sends nothing more.
    var hasInputEnded = false
    /// The timer that closes a client whose request is not complete in time.
    var requestDeadline: LoopTimer?
    /// The timer that closes a client that sends no request and follows nothing.
    var idleTimer: LoopTimer?
    /// The time when the client last sent something, or was last seen to wait for something.
    var lastUse = NIODeadline.now()
    /// Whether the daemon has ended the connection and performs no more requests of it.
    private(set) var isFinished = false
    /// Whether the channel is closed.
    private(set) var hasLeft = false

    private let out: LineWriter
    private var patience: LoopTimer?

    /// Creates a client on an open channel.
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

    /// Ends a request: writes the answer, or nothing when the request has no id.
    func reply(_ result: some Encodable & Sendable, to request: Request) {
        if let id = request.id { send(Response.result(result, id: id)) }
        end(request)
    }

    /// Ends a request whose answer may take long to make or to encode: does both on another thread, and
    /// performs the next request after that.
    func replyAway<Result: Encodable & Sendable>(
        to request: Request, _ result: @escaping @Sendable () -> Result
    ) {
        guard let id = request.id else { return end(request) }
        hold()
        reader.run {
            Wire.line(Response.result(result(), id: id))
        } then: { [self] line in
            if !isFinished { out.send(lines: [line]) }
            end(request)
            release()
        }
    }

    /// Suspends the requests of the client until `release()` was called as often as `hold()`.
    func hold() { holds += 1 }

    /// Ends one suspension and continues with the requests.
    func release() {
        holds -= 1
        work()
    }

    /// Ends a request that failed: writes the failure, or nothing when the request has no id.
    func fail(_ failure: Failure, to request: Request) {
        if let id = request.id { refuse(failure, id: id) }
        end(request)
    }

    /// Writes the failure of a line or request; the id is null when none can be read.
    func refuse(_ failure: Failure, id: RequestID) {
        send(Response<Nothing>.failure(failure, id: id))
    }

    /// Writes one line.
    func send(_ value: some Encodable) { out.send(value) }

    /// Sends a fix, or drops it while too much data waits for the client, which gets a later fix.
    func send(fix: FixRecord) {
        guard channel.isWritable else { return }
        send(Notification(.fix, fix))
    }

    /// Sends raw text when the client follows its source and not too much data waits for it.
    func publish(raw text: RawText) {
        guard rawSource == text.source, channel.isWritable else { return }
        send(Notification(.raw, text))
    }

    /// Closes the channel after the pending data is written. The future completes when it is closed.
    func finish() -> EventLoopFuture<Void> {
        isFinished = true
        requests.clear()
        stopWaiting()
        let closed = channel.eventLoop.makePromise(of: Void.self)
        let channel = channel
        channel.writeAndFlush(ByteBuffer()).whenComplete { _ in
            channel.close(promise: closed)
        }
        // Without a limit, a client that reads nothing more would keep its place among the clients.
        patience?.cancel()
        patience = Loop.after(Self.farewell) { channel.close(promise: nil) }
        return closed.futureResult
    }

    /// Stops everything that runs for the client, after its channel was closed.
    func isGone() {
        hasLeft = true
        stopWaiting()
        patience?.cancel()
        fixes = nil
        stream.close()
        controls.sources.histories.end(of: self)
        // The client may have closed without waiting for answers; its requests are performed anyway.
        work()
    }

    /// Handles a change of the channel: it can take more data, or none for now.
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
        guard let lane = request.method?.lane else { return work() }
        controls.turns.end(lane)
        release()
    }

    /// Performs a request: at once, or one with a long answer in its turn.
    func perform(_ request: Request, _ performance: @escaping Call.Performance) {
        if request.isAwaited { requests.underway += 1 }
        guard let lane = request.method?.lane else {
            return attempt(request) { try performance(controls, request, self) }
        }
        hold()
        controls.turns.add(to: lane) { [self] in
            // A client that has left gets no answer.
            guard !isFinished, !hasLeft else { return end(request) }
            attempt(request) { try performance(controls, request, self) }
        }
    }

    private func stopWaiting() {
        requestDeadline?.cancel()
        idleTimer?.cancel()
        nextTurn?.cancel()
        nextTurn = nil
    }
}

extension ClientConnection {
    /// Closes a client that has read no byte during `Limits.subscriberPatience_s`. `left` is the number of
    /// bytes that waited for it before, nil on the first call.
    private func waitForProgress(left: Int?) {
        let channel = channel
        channel.getOption(.bufferedWritableBytes).whenSuccess { waiting in
            Loop.assume {
                // The client may have read everything meanwhile.
                guard !channel.isWritable else { return }
                if let left, waiting >= left { return channel.close(promise: nil) }
                let limit = TimeAmount.seconds(Int64(Limits.subscriberPatience_s))
                self.patience = Loop.after(limit) { self.waitForProgress(left: waiting) }
            }
        }
    }
}
