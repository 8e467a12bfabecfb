internal import ConsumerFrame
internal import Consuming
internal import ControlClient
internal import ControlProtocol
internal import SystemServices

/// Makes jobs of the events. It acknowledges an event when the jobs of that event and of all earlier ones are done.
final class HookLane {
    /// The most jobs that wait; later events stay in the daemon. While the hook of one fence hangs, the events of other
    /// fences use this room.
    private static let waitingMaximum = 1024

    private let settings: HookSettings
    let intake: ConsumerStream
    private var queue: RunQueue
    /// How many jobs of each event are not done. Jobs go on when the connection is lost.
    private var open: [Cursor: Int] = [:]
    private var lastNumber = 0
    /// The number of the first job that counts. The daemon sends the events of earlier jobs again.
    private var firstNumber = 1
    /// The last event of which jobs were made.
    private var newest: Cursor?
    private var moves = 0
    private var problems: Set<String> = []

    /// A lane that is not connected.
    init(_ settings: HookSettings) {
        self.settings = settings
        intake = ConsumerStream(
            socket: settings.socket, SubscribeRequest(consumer: settings.consumer),
            window: Self.waitingMaximum)
        queue = RunQueue(jobs: settings.jobs)
    }

    /// Seconds until a job may start.
    func due_s(now: Double) -> Double? { queue.due_s(now: now) }

    /// The next job that may start.
    func next(now: Double) -> HookJob? { queue.next(now: now) }

    /// Makes jobs of the events that were read, while there is room.
    func fill(now: Double) {
        if intake.moves != moves {
            moves = intake.moves
            // The cursor was moved: the daemon sends the events from there again.
            queue.dropWaiting()
            firstNumber = lastNumber + 1
            open = [:]
            newest = nil
        }
        while queue.count < Self.waitingMaximum, let item = intake.next() {
            switch item {
            case .event(let taken, let cursor): take(taken, cursor)
            case .gap(let gap, let cursor): take(gap, cursor)
            }
        }
    }

    /// A job is done, or given up for a reason.
    func finish(_ job: HookJob, givenUp reason: String? = nil) {
        queue.finish(job)
        if let reason {
            let text = "hook \(job.hook.name): \(reason)".short
            intake.reportParked(job.cursor, text)
            intake.report(error: text)
        }
        guard job.number >= firstNumber else { return }
        let count = open[job.cursor, default: 1] - 1
        open[job.cursor] = count > 0 ? count : nil
        if count <= 0 { intake.finish(job.cursor) }
    }

    /// A job starts again later.
    func retry(_ job: HookJob, at notBefore_s: Double) { queue.retry(job, at: notBefore_s) }

    /// Makes jobs of a gap, as of an event of that type. A gap before a new log has no cursor.
    private func take(_ gap: GapRecord, _ cursor: Cursor?) {
        guard let epoch = intake.epoch else { return }
        let place = cursor ?? Cursor(epoch: epoch, seq: gap.to_seq - 1)
        let members: [String: JSONValue] = [
            "event_id": .string(place.description), "seq": .integer(place.seq),
            "type": .string(gap.type), "from_seq": .integer(gap.from_seq),
            "to_seq": .integer(gap.to_seq), "reason": .string(gap.reason),
        ]
        let line = Notification.line(aroundRecord: Wire.line(JSONValue.object(members)))
        if let taken = TakenEvent(line: line) { take(taken, place) }
    }

    private func take(_ taken: TakenEvent, _ cursor: Cursor) {
        if let newest, newest.epoch == cursor.epoch, cursor.seq <= newest.seq {
            // The daemon repeats it on a new connection: its jobs wait, run or are done.
            if open[cursor] == nil { intake.finish(cursor) }
            return
        }
        newest = cursor
        let event = taken.event
        let (programs, problems) = settings.directory.hooks(of: event.type)
        for problem in problems where self.problems.insert(problem).inserted {
            ServiceNotice.log(3, problem)
        }
        let hooks = settings.hooks.filter { $0.matches(event) } + programs
        guard !hooks.isEmpty else {
            intake.finish(cursor)
            return
        }
        open[cursor] = hooks.count
        let origin_s = Hook.origin_s(
            of: event, system_s: Clocks.utc_s, boot_s: Clocks.boot_s)
        for hook in hooks {
            lastNumber += 1
            queue.add(
                HookJob(
                    number: lastNumber, hook: hook, taken: taken, cursor: cursor,
                    origin_s: origin_s, environment: hook.environment(for: event)))
        }
    }
}

extension String {
    /// As much of the text as the daemon accepts as the error of a consumer.
    fileprivate var short: String {
        var text = self
        while text.utf8.count > Limits.consumerError_bytes { text.removeLast() }
        return text
    }
}
