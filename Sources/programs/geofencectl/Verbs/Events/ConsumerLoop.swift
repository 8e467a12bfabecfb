internal import ControlClient
internal import ControlProtocol
internal import Glibc
internal import SystemServices

/// Processes events as a consumer: an event is sent again until it is processed and acknowledged.
final class ConsumerLoop {
    /// The way to process an event.
    enum Action {
        /// Writes the event to standard output; it is then finished.
        case write
        /// Writes the event to standard output. It is finished when its line or cursor comes back
        /// on standard input.
        case writeAndConfirm
        /// Runs a program with the event on its standard input.
        case execute(EventProgram)
    }

    /// The event that the program runs for.
    private struct Job {
        var cursor: Cursor
        var record: [UInt8]
        /// The moves of the stream when the job began.
        var moves: Int
        var failures = 0
        var notBefore_s = 0.0
        var backoff = Backoff()
    }

    /// The number of tries before an event is parked.
    private static let tries = 3
    /// Seconds after which a run of the program is reported, for doctor.
    private static let longRun_s = 30.0
    /// Seconds for the daemon to make the last acknowledgement durable.
    private static let farewell_s = 5.0

    private let connection: ConnectionOptions
    private let consumer: String
    private let deadline: Deadline
    private let output: OutputOptions
    private let action: Action
    private let stream: ConsumerStream
    /// Whether an event is processed; any other event is acknowledged without processing.
    private let isWanted: (EventRecord) -> Bool
    private var input = ConfirmationReader()
    private var job: Job?
    /// The last event that the program has processed: it comes again when the connection was lost meanwhile.
    private var done: Cursor?
    private var moves = 0
    /// The generation of the stream for which a loss was reported, and the one that began with a subscription.
    private var lostGeneration = 0
    private var subscribedGeneration = -1
    private var signals: Int32 = -1

    init(
        _ consumer: String, _ connection: ConnectionOptions, _ request: SubscribeRequest,
        _ output: OutputOptions, _ action: Action, isWanted: @escaping (EventRecord) -> Bool
    ) {
        self.consumer = consumer
        self.connection = connection
        self.output = output
        self.action = action
        self.isWanted = isWanted
        deadline = connection.deadline
        stream = ConsumerStream(socket: connection.path, request) { remark in
            switch remark {
            case .parked(let cursor, let reason):
                Console.complain("geofencectl: parked \(cursor): \(printable(reason))\n")
            case .gap(let gap): Console.complain("geofencectl: \(gap.sentence)\n")
            case .lost: break
            }
        }
    }

    /// Continues until the deadline, the end of confirmations, a signal to stop, or a permanent failure, which it
    /// throws.
    func run(_ check: (Client) throws -> Void) throws {
        let first = Reconnection(connection: connection, deadline: deadline, isWanted: true)
        guard try first.run({ client, _ in try check(client) }) != nil else { return }
        var program: EventProgram?
        if case .execute(let executed) = action {
            program = executed
            signals = (try? SignalPipe.open([SIGCHLD, SIGTERM, SIGINT]).release()) ?? -1
        }
        defer { program?.stop() }
        var stop: Int32?
        while stop == nil {
            try work(Clocks.monotonic_s)
            if !input.isOpen || deadline.isOver && program?.isRunning != true { break }
            stop = wait()
        }
        program?.stop()
        stream.acknowledgeLast(.after(seconds: Self.farewell_s))
        guard let stop else { return }
        signal(stop, SIG_DFL)
        raise(stop)
    }

    private func work(_ now: Double) throws {
        stream.work(now: now)
        try reportLoss()
        if stream.isSubscribed, subscribedGeneration != stream.generation {
            subscribedGeneration = stream.generation
            warnOfPause()
        }
        if stream.moves != moves {
            moves = stream.moves
            done = nil
        }
        try processItems(now)
        // Nothing is underway, so that nothing is gained by waiting for the rest of the second.
        if !stream.hasWaiting, job == nil { stream.acknowledgeAll(now: now) }
        stream.work(now: now)
    }

    private func processItems(_ now: Double) throws {
        switch action {
        case .execute(let program): try runProgram(program, now)
        case .writeAndConfirm:
            for cursor in input.take() where !stream.finish(cursor) {
                Console.complain(
                    "geofencectl: \(cursor) was confirmed, but it is not open; ignored.\n")
            }
            while let item = nextItem() { write(item) }
        case .write:
            while let item = nextItem() {
                write(item)
                stream.finish(item.cursor)
                stream.work(now: Clocks.monotonic_s)
            }
        }
    }

    /// Returns the next item to process, with its record and its line for people.
    private func nextItem() -> (cursor: Cursor, record: [UInt8], line: String)? {
        while let item = stream.next() {
            switch item {
            case .event(let taken, let cursor):
                if isWanted(taken.event) {
                    return (cursor, taken.record, EventTable.line(taken.event, units: output.units))
                }
                stream.finish(cursor)
            case .gap(let gap, let cursor):
                // The gap before a new log is acknowledged with the next event.
                let place = cursor ?? Cursor(epoch: stream.epoch ?? "", seq: gap.to_seq)
                return (place, Wire.line(gap), "")
            }
        }
        return nil
    }

    private func write(_ item: (cursor: Cursor, record: [UInt8], line: String)) {
        switch output.output {
        case .table: Console.write(item.line)
        case .json, .jsonl: Console.writeLine(item.record)
        }
    }
}

extension ConsumerLoop {
    private func runProgram(_ program: EventProgram, _ now: Double) throws {
        if let ending = program.ending(now: now) { end(ending, of: program, now) }
        while job == nil, let item = nextItem() {
            if let done, done.epoch == item.cursor.epoch, item.cursor.seq <= done.seq {
                stream.finish(item.cursor)
            } else {
                job = Job(cursor: item.cursor, record: item.record, moves: stream.moves)
            }
        }
        guard let job else { return }
        if program.isRunning {
            let isLong = program.age_s(now: now) ?? 0 >= Self.longRun_s
            stream.report(
                waiting: isLong ? "\(program.name) runs long for event \(job.cursor)." : nil)
        } else if now >= job.notBefore_s, program.delay_s(now: now) == 0 {
            try program.start(job.record + [UInt8(ascii: "\n")], now: now)
        }
    }

    private func end(_ ending: EventProgram.Ending, of program: EventProgram, _ now: Double) {
        stream.report(waiting: nil)
        guard var job else { return }
        let problem: String
        switch ending {
        case .exited(0): return finish(job)
        case .exited(ExitReason.timedOut.rawValue):
            problem = "asks to be tried again later (exit 75)."
        case .exited(let status): problem = failed("failed with exit \(status)", &job)
        case .signalled: problem = failed("was ended by a signal", &job)
        case .timedOut:
            problem = failed("was ended after \(TimeText.span(program.timeout_s))", &job)
        }
        let sentence = "\(program.name) \(problem)"
        guard job.failures < Self.tries else {
            stream.reportParked(job.cursor, sentence)
            return finish(job)
        }
        stream.report(error: "\(job.cursor): \(sentence)")
        job.notBefore_s = now + job.backoff.next()
        self.job = job
    }

    private func failed(_ what: String, _ job: inout Job) -> String {
        job.failures += 1
        return "\(what), try \(job.failures) of \(Self.tries)."
    }

    private func finish(_ job: Job) {
        if job.moves == stream.moves { done = job.cursor }
        stream.finish(job.cursor)
        self.job = nil
    }

    /// Waits for anything to happen; returns the signal to stop.
    private func wait() -> Int32? {
        let now = Clocks.monotonic_s
        var due_s = min(stream.due_s(now: now), deadline.seconds)
        let polls = PollSet()
        let link = stream.connection
        let ofDaemon = polls.add(link.descriptor, writes: link.wantsWrite)
        let ofSignals = polls.add(signals)
        var ofProgram = -1
        switch action {
        case .write: break
        case .writeAndConfirm: _ = polls.add(STDIN_FILENO)
        case .execute(let program):
            ofProgram = polls.add(program.input, reads: false, writes: true)
            due_s = min(due_s, program.due_s(now: now))
            if program.isRunning {
                let rest_s = Self.longRun_s - (program.age_s(now: now) ?? 0)
                if rest_s > 0 { due_s = min(due_s, rest_s) }
            } else if let job {
                due_s = min(due_s, max(job.notBefore_s - now, program.delay_s(now: now)))
            }
        }
        polls.wait(seconds: min(due_s, 3600))
        if polls.canWrite(ofDaemon) { link.flush() }
        if polls.canRead(ofDaemon) { stream.read(now: Clocks.monotonic_s) }
        if case .execute(let program) = action, polls.canWrite(ofProgram) { program.writeInput() }
        guard polls.canRead(ofSignals) else { return nil }
        return SignalPipe.read(signals).first { $0 != SIGCHLD }
    }

    /// Reports a lost connection. Throws where another try fails for the same reason.
    private func reportLoss() throws {
        guard stream.generation != lostGeneration else { return }
        lostGeneration = stream.generation
        guard let loss = stream.loss else { return }
        let failure = CommandFailure(loss, path: connection.path)
        if case .ended(let reason?) = loss, reason.kind == .invalidState {
            return Console.complain("geofencectl: \(printable(failure.message))\n")
        }
        guard failure.mayPass || failure.status == .timedOut else { throw failure }
        // After a loss, the tries to connect again are not reported.
        guard subscribedGeneration == stream.generation - 1 else { return }
        let words =
            failure.status == .unreachable
            ? "the daemon went away; waiting for it." : "\(failure.message) Waiting for it."
        Console.complain("geofencectl: \(words)\n")
    }

    /// Warns on standard error when no events arrive because the consumer is paused.
    private func warnOfPause() {
        let choice = ConsumerChoice(consumer: consumer)
        let client = try? connection.connect()
        let record = try? client?.call(.consumerInspect, choice, as: ConsumerRecord.self)
        guard record?.state == "paused" else { return }
        let name = printable(consumer)
        Console.complain(
            "geofencectl: consumer \(name) is paused and gets no events. Resume it with: geofencectl "
                + "consumer resume \(name)\n")
    }
}
