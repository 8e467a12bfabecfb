import ControlProtocol
import NIOCore

/// One connection to the control socket: cuts requests out of its bytes and writes what it is to
/// get, never more than it takes.
@Loop
final class ControlClient {
    /// Bytes that may wait for a client before nothing more is produced for it: with a page of
    /// events on top, a client that never reads costs less than 128 KiB.
    static let writeMarks = ChannelOptions.Types.WriteBufferWaterMark(low: 8 << 10, high: 32 << 10)

    /// What the peer may do.
    let access: Hello.Access
    /// The source whose raw text this client watches.
    var rawSource: String?
    /// Whether new fixes are sent: of one source, or of all (`.some(nil)`).
    var followedFixes: String??
    /// Its stream of events.
    private(set) var subscription: Subscription?

    private let channel: any Channel
    private let log: EventLog
    private let answer: @Loop (Request, ControlClient) -> Void
    private var serial = 0
    private var lines = LineSplitter()
    private var requestDeadline: Scheduled<Void>?
    private var patience: Scheduled<Void>?
    private var heartbeat: RepeatedTask?

    /// A client on an open channel.
    init(
        _ channel: any Channel, access: Hello.Access, log: EventLog,
        answer: @escaping @Loop (Request, ControlClient) -> Void
    ) {
        self.channel = channel
        self.access = access
        self.log = log
        self.answer = answer
    }

    /// Takes bytes of requests.
    func received(_ buffer: ByteBuffer) {
        for item in lines.push(buffer.readableBytesView) {
            switch item {
            case .line(let line): perform(line)
            case .tooLong:
                fail(
                    Failure(
                        .lineTooLong, "The line is longer than \(Limits.line_bytes) bytes.",
                        hint: "Send less at a time; this connection is closed."), id: .null)
                _ = finish()
                return
            }
        }
        watchRequestDeadline()
    }

    /// Writes the answer to a request; a notification gets none.
    func reply(_ result: some Encodable & Sendable, to request: Request) {
        guard let id = request.id else { return }
        send(Response.result(result, id: id))
    }

    /// Writes why a request was not performed.
    func fail(_ failure: Failure, id: RequestID?) {
        guard let id else { return }
        send(Response<Nothing>.failure(failure, id: id))
    }

    /// Writes one line.
    func send(_ value: some Encodable) {
        send(line: Wire.line(value))
    }

    /// Writes one line that is already encoded.
    func send(line: [UInt8]) {
        var buffer = channel.allocator.buffer(capacity: line.count + 1)
        buffer.writeBytes(line)
        buffer.writeInteger(UInt8(ascii: "\n"))
        channel.writeAndFlush(buffer, promise: nil)
    }

    /// Sends a fix. A client that is behind gets the next one.
    func publish(_ fix: FixRecord) {
        guard channel.isWritable else { return }
        send(Notification(.fix, fix))
    }

    /// Whether the client wants the fixes of a source.
    func follows(fixesOf source: String) -> Bool {
        guard let wanted = followedFixes else { return false }
        return wanted == nil || wanted == source
    }

    /// Sends raw text when the client watches its source and keeps up.
    func publish(raw line: RawLine) {
        guard rawSource == line.source, channel.isWritable else { return }
        send(Notification(.raw, line))
    }

    /// Lets what was written go out, then closes.
    func finish() -> EventLoopFuture<Void> {
        let closed = channel.eventLoop.makePromise(of: Void.self)
        let channel = channel
        channel.writeAndFlush(ByteBuffer()).whenComplete { _ in
            channel.close(promise: closed)
        }
        return closed.futureResult
    }

    /// Stops all that runs for a channel that is closed.
    func isGone() {
        requestDeadline?.cancel()
        patience?.cancel()
        endStream()
    }

    /// The channel takes more, or takes no more for now.
    func writabilityChanged(_ isWritable: Bool) {
        // Who does not read its answers is not asked for more requests.
        channel.setOption(.autoRead, value: isWritable).whenFailure { _ in }
        patience?.cancel()
        patience = nil
        if isWritable { pump() } else { waitForProgress(left: nil) }
    }

    private func perform(_ line: [UInt8]) {
        do {
            answer(try Request(line: line), self)
        } catch {
            fail(error, id: .null)
        }
    }
}

extension ControlClient {
    /// Closes a client that began a request and does not end it.
    private func watchRequestDeadline() {
        guard lines.isWithinLine else {
            requestDeadline?.cancel()
            requestDeadline = nil
            return
        }
        guard requestDeadline == nil else { return }
        let client = LoopBound(self)
        let seconds = Int64(Limits.requestDeadline_s)
        requestDeadline = channel.eventLoop.scheduleTask(in: .seconds(seconds)) {
            Loop.assume {
                client.value.fail(
                    Failure(.timeout, "The request was not complete after \(seconds) s."), id: .null
                )
                _ = client.value.finish()
            }
        }
    }

    /// Closes a client that has taken no byte for too long; `left` bytes waited for it before, nil
    /// at the beginning.
    private func waitForProgress(left: Int?) {
        let client = LoopBound(self)
        let channel = channel
        channel.getOption(.bufferedWritableBytes).whenSuccess { waiting in
            Loop.assume {
                let this = client.value
                // Meanwhile it may have taken everything.
                guard !channel.isWritable else { return }
                if let left, waiting >= left { return channel.close(promise: nil) }
                let limit = TimeAmount.seconds(Int64(Limits.subscriberPatience_s))
                this.patience = channel.eventLoop.scheduleTask(in: limit) {
                    Loop.assume { client.value.waitForProgress(left: waiting) }
                }
            }
        }
    }
}

extension ControlClient {
    /// Begins a stream of events.
    func beginStream(_ subscription: Subscription) {
        self.subscription = subscription
        guard subscription.follows else { return pump() }
        let client = LoopBound(self)
        let period = TimeAmount.seconds(Int64(Limits.heartbeat_s))
        heartbeat = channel.eventLoop.scheduleRepeatedTask(initialDelay: period, delay: period) {
            _ in Loop.assume { client.value.beat() }
        }
        pump()
    }

    /// A number for the next subscription, unlike any before.
    func nextSerial() -> Int {
        serial += 1
        return serial
    }

    /// Ends the stream, if there is one.
    func endStream() {
        subscription = nil
        heartbeat?.cancel()
        heartbeat = nil
    }

    /// Whether it has every event it wants, or does not take any more for now.
    var isDelivered: Bool {
        guard let subscription, channel.isWritable else { return true }
        return subscription.next > log.bounds.head
    }

    /// Writes as many events as the client takes now. Each page is read only when the one before
    /// is on its way, so a client that does not read costs its cursor and nothing else.
    func pump() {
        guard var current = subscription, !current.isReading, channel.isWritable else { return }
        guard current.next <= log.bounds.head || !current.follows else { return }
        current.isReading = true
        subscription = current
        let serial = current.serial
        log.read(from: current.next, current.filter, limit: Subscription.page) { [weak self] page in
            self?.take(page, serial: serial)
        }
    }

    private func take(_ page: EventLog.Page, serial: Int) {
        guard var current = subscription, current.serial == serial else { return }
        current.isReading = false
        switch page {
        case .expired(let first):
            send(
                Notification(
                    .gap,
                    Gap(from_seq: current.next, to_seq: first - 1, reason: "expired")))
            current.next = first
        case .unreadable: break
        case .events(let entries, let next):
            send(page: entries)
            current.sent += entries.count
            current.next = next
        }
        subscription = current
        if current.next <= log.bounds.head {
            if case .unreadable = page { return }
            pump()
        } else if !current.follows {
            let cursor = Cursor(epoch: log.bounds.epoch, seq: current.next - 1)
            send(Notification(.end, StreamEnd(cursor: cursor.description, events: current.sent)))
            endStream()
        }
    }

    /// Writes the events of a page as one piece, which waits in one buffer for a client that is slow.
    private func send(page entries: [EventLog.Entry]) {
        let lines = entries.map { Notification<EventRecord>.line(aroundRecord: $0.record) }
        let size = lines.reduce(0) { $0 + $1.count + 1 }
        var buffer = channel.allocator.buffer(capacity: size)
        for line in lines {
            buffer.writeBytes(line)
            buffer.writeInteger(UInt8(ascii: "\n"))
        }
        channel.writeAndFlush(buffer, promise: nil)
    }

    private func beat() {
        guard channel.isWritable else { return }
        let head = Cursor(epoch: log.bounds.epoch, seq: log.bounds.head)
        send(
            Notification(
                .heartbeat, Heartbeat(head: head.description, time: WallClock.rfc3339())))
    }
}
