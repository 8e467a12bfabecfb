import Chronology
import Composition
import ControlProtocol
import EventStore
import Fixes
import Geofencing
import Positioning
import Settings

/// Evaluates the histories that clients push: fixes that devices recorded offline.
@Loop
final class Histories {
    private let engine: EngineRunner
    private let active: ActiveConfiguration
    private let log: EventLog
    private let queue: HistoryQueue
    /// The time of the newest fix of each source that was evaluated as history.
    private var marks: [String: UTCInstant] = [:]
    /// The histories by source that go on with the next push of a client.
    private var open: [String: (run: HistoryRun, client: ClientConnection)] = [:]
    /// The time of the oldest live fix of each source in this run.
    private var liveSince: [String: UTCInstant] = [:]

    /// Creates an evaluator without histories; events are appended to `log`.
    init(_ engine: EngineRunner, _ active: ActiveConfiguration, _ log: EventLog) {
        self.engine = engine
        self.active = active
        self.log = log
        queue = HistoryQueue(log)
    }

    /// Restores, by source, the time of the newest history fix of an earlier run,
    /// nanoseconds since 1970. Does not replace a later time.
    func restore(marks saved: [String: Int64]) {
        marks.merge(saved.mapValues { UTCInstant(nanoseconds: $0) }, uniquingKeysWith: max)
    }

    /// Throws when a history of `count` fixes of a source cannot be taken now.
    func check(fixes count: Int, of source: String, _ client: ClientConnection) throws(Failure) {
        guard count <= Limits.historyFixes else {
            throw Failure(
                .invalidParams,
                "A history has at most \(Limits.historyFixes) fixes, not \(count).",
                hint: "Push the oldest ones first, and the others with further requests.")
        }
        guard !queue.isClosed else { throw .stopping }
        guard !queue.isFull else {
            throw Failure(
                .busy, "\(HistoryQueue.waitingMaximum) histories wait already.",
                hint: "Try again when they are answered.")
        }
        if let other = open[source]?.client, other !== client {
            throw Failure(
                .busy, "Another client pushes a history of \(source), and has not ended it.",
                hint: "Try again when it has: it ends at the latest with its connection.")
        }
    }

    /// Queues a history of a source, or the next part of one; answers when it is evaluated and durable.
    /// One that `goesOn` keeps its visits open for the next part.
    func take(
        _ readings: [PushedFixDecoder.Reading], of source: Source, goesOn: Bool,
        _ request: Request, _ client: ClientConnection
    ) {
        // Other clients may have filled the queue while the fixes were read.
        do throws(Failure) {
            try check(fixes: readings.count, of: source.settings.name, client)
        } catch {
            return client.fail(error, to: request)
        }
        let (updates, problems) = Self.updates(of: readings)
        let name = source.settings.name
        queue.add(of: name) { [self] in
            // Filtered only now: a history before this one may cover the same time.
            let new = updates.filter { isNew($0.update, to: name) }
            var pushed = SourcePushed(accepted: new.count, problems: problems)
            pushed.covered = updates.count - new.count
            if let mark = new.compactMap(\.update.time).max() { marks[name] = mark }
            var known = open.removeValue(forKey: name)?.run
            let before = known?.health ?? FeedHealth()
            known?.extend(by: new, goesOn: goesOn)
            let run =
                known
                ?? HistoryRun(
                    active.engine, kinds: active.kinds,
                    monitors: Set(engine.startedMonitors.map(\.name)), source: name, new,
                    goesOn: goesOn)
            return HistoryQueue.Begun(run: run, ids: active.monitorIDs) { [self, pushed] run in
                var pushed = pushed
                PushVerdict(fixes: pushed.accepted, from: before, to: run.health)
                    .tell(in: &pushed)
                if goesOn, run.mark != nil { open[name] = (run, client) }
                if client.hasLeft { end(of: client) }
                client.reply(pushed, to: request, whenDurableIn: log) { $2.problems.append($1) }
            }
        }
    }

    /// Ends the histories that a client has left open: closes their visits.
    func end(of client: ClientConnection) {
        guard !queue.isClosed else { return }
        for (name, history) in open where history.client === client {
            open[name] = nil
            queue.add(of: name) { [self] in
                var run = history.run
                run.extend(by: [], goesOn: false)
                return HistoryQueue.Begun(run: run, ids: active.monitorIDs) { _ in }
            }
        }
    }

    /// Notes the time of a live fix of a source: only older fixes are new in a history.
    func noteLive(_ update: LocationUpdate, of source: Source) {
        guard case .socket = source.settings.kind, let time = update.time else { return }
        let name = source.settings.name
        if let since = liveSince[name], since <= time { return }
        guard engine.read({ engine, _ in engine.health(of: name)?.accepted ?? 0 }) > 0 else {
            return
        }
        liveSince[name] = time
    }

    /// Stops the evaluation for good.
    func close() { queue.close() }

    /// Returns the fixes that can be evaluated, and the problems of the others.
    private static func updates(
        of readings: [PushedFixDecoder.Reading]
    ) -> (updates: [HistoryRun.Reported], problems: [String]) {
        var updates: [HistoryRun.Reported] = []
        var problems: [String] = []
        for (index, reading) in readings.enumerated() {
            switch reading {
            case .fix(let fix):
                let update = LocationUpdate(fix)
                if update.time == nil {
                    problems.append("fixes[\(index)]: a fix of a history needs a time.")
                } else {
                    updates.append((update, FixDetails(fix)))
                }
            case .noFix, .failure: continue
            case .problem(let problem): problems.append("fixes[\(index)]: \(problem.sentence)")
            }
        }
        return (updates, problems)
    }

    private func isNew(_ update: LocationUpdate, to source: String) -> Bool {
        guard let time = update.time else { return false }
        if let mark = marks[source], time <= mark { return false }
        if let since = liveSince[source], time >= since { return false }
        return true
    }
}
