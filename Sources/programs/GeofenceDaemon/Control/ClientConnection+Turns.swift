import ControlProtocol
import JSONText
import NIOCore

extension ClientConnection {
    /// The time that the loop works for one client before it serves the others: longer than most requests
    /// take, and short compared to the second between two fixes of a receiver.
    static let turn = TimeAmount.milliseconds(2)
    /// The delay in which the loop serves its other connections; a timer without delay would fire first.
    static let rest = TimeAmount.milliseconds(1)

    /// Takes received bytes and performs the requests that are complete.
    func received(_ buffer: ByteBuffer) {
        guard !isFinished else { return }
        lastUse = .now()
        // A line is complete; the bytes after it are a new request with its own deadline.
        if requests.push(buffer.readableBytesView) { stopRequestDeadline() }
        work()
    }

    /// Notes that the peer sends nothing more but may still read, as `printf … | socat - UNIX-CONNECT:…`
    /// does. It still gets its answers, and the stream that it follows until it closes.
    func inputEnded() {
        hasInputEnded = true
        work()
    }

    /// Performs waiting requests, in turns with other clients and no faster than the client reads its
    /// answers. Reads nothing more from the client meanwhile, so a client that sends many requests and reads
    /// no answer only costs the memory of the requests already received, and does not delay other clients.
    func work() {
        guard !isWorking, nextTurn == nil, !isFinished else { return }
        isWorking = true
        let end = NIODeadline.now() + Self.turn
        while takesAnswers, !isBusy, NIODeadline.now() < end, let item = requests.next() {
            perform(item)
        }
        isWorking = false
        guard !isFinished else { return }
        if takesAnswers, !isBusy, !requests.isHeldUp, !requests.isEmpty { rest() }
        watchReading()
        if isSettled { settleDown() }
    }

    /// Whether the next request is performed. A closed client reads no answer, but is still served.
    private var takesAnswers: Bool { channel.isWritable || hasLeft }

    private func rest() {
        nextTurn = Loop.after(Self.rest) {
            self.nextTurn = nil
            self.work()
        }
    }

    private func perform(_ item: LineSplitter.Item) {
        switch item {
        case .line(let line):
            hold()
            reader.read(line, for: access) { [self] call in
                perform(call)
                release()
            }
        case .tooLong:
            refuse(
                Failure(
                    .lineTooLong, "The line is longer than \(Limits.line_bytes) bytes.",
                    hint: "Send less at a time; this connection is closed."), id: .null)
            _ = finish()
        }
    }
}

extension ClientConnection {
    private func perform(_ call: Call) {
        guard !isFinished else { return }
        switch call {
        case .request(let request, let performance): perform(request, performance)
        case .failure(let failure, let id): refuse(failure, id: id)
        }
    }

    /// Whether the peer sends nothing more, has every answer and follows nothing.
    private var isSettled: Bool {
        hasInputEnded && !hasLeft && isIdle
    }

    /// Closes a settled client, unless its last request has begun a stream.
    private func settleDown() {
        Loop.soon {
            if self.isSettled, !self.isFinished { _ = self.finish() }
        }
    }

    /// Reads from the client only while no request waits. Starts the deadline of an incomplete request.
    private func watchReading() {
        guard !hasLeft else { return }
        let reads = requests.isEmpty && !isBusy && channel.isWritable && !requests.isHeldUp
        if reads != isReading {
            isReading = reads
            channel.setOption(.autoRead, value: reads).whenFailure { _ in }
        }
        guard reads, requests.isWithinLine, !hasInputEnded else { return stopRequestDeadline() }
        guard requestDeadline == nil else { return }
        let seconds = Int64(Limits.requestDeadline_s)
        requestDeadline = Loop.after(.seconds(seconds)) {
            self.refuse(
                Failure(.timeout, "The request was not complete after \(seconds) s."), id: .null)
            _ = self.finish()
        }
    }

    private func stopRequestDeadline() {
        requestDeadline?.cancel()
        requestDeadline = nil
    }
}

extension Request {
    /// Whether the request counts as underway until it ends, which may delay later requests of the client. A
    /// change without an id does not count: it costs no memory while it waits for the disk.
    var isAwaited: Bool { id != nil || method?.access == .read }
}
