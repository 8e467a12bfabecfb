import Chronology
import Composition
import ControlProtocol
import EventStore
import Fixes
import Geofencing
import Positioning
import Settings

/// Evaluates what devices recorded while they were offline and clients push as history.
@Loop
final class Histories {
    private let engine: EngineRunner
    private let active: ActiveConfiguration
    private let log: EventLog
    private let queue: HistoryQueue
    /// The time of the newest fix of each source that was evaluated as history.
    private var marks: [String: UTCInstant] = [:]
    /// The time of the oldest fix of each source that came live in this run.
    private var liveSince: [String: UTCInstant] = [:]

    /// No histories; their events go into `log`.
    init(_ engine: EngineRunner, _ active: ActiveConfiguration, _ log: EventLog) {
        self.engine = engine
        self.active = active
        self.log = log
        queue = HistoryQueue(log)
    }

    /// Restores how far the histories of an earlier run came, nanoseconds by source; a later
    /// mark of this run is not replaced.
    func restore(marks saved: [String: Int64]) {
        marks.merge(saved.mapValues { UTCInstant(nanoseconds: $0) }, uniquingKeysWith: max)
    }

    /// Throws when a history of so many fixes cannot be taken now.
    func check(fixes count: Int) throws(Failure) {
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
    }

    /// Takes a history of a source; the client is answered when it is evaluated and durable.
    func take(
        _ readings: [PushedFixDecoder.Reading], of source: Source, _ request: Request,
        _ client: ControlClient
    ) {
        // Other clients may have filled the queue while the fixes were read.
        do throws(Failure) {
            try check(fixes: readings.count)
        } catch {
            return client.fail(error, to: request)
        }
        let (updates, problems) = Self.updates(of: readings)
        let name = source.settings.name
        queue.add(of: name) { [self] in
            // Compared now: a history before this one may cover the same time.
            let new = updates.filter { isNew($0.update, to: name) }
            var pushed = SourcePushed(accepted: new.count, problems: problems)
            pushed.covered = updates.count - new.count
            if let mark = new.compactMap(\.update.time).max() { marks[name] = mark }
            let run = HistoryRun(
                active.engine, kinds: active.kinds,
                monitors: Set(engine.startedMonitors.map(\.name)), source: name, new)
            return HistoryQueue.Begun(run: run, ids: active.monitorIDs) { [log, pushed] run in
                var pushed = pushed
                PushVerdict(fixes: pushed.accepted, run.health).tell(in: &pushed)
                client.reply(pushed, to: request, whenDurableIn: log) { $2.problems.append($1) }
            }
        }
    }

    /// Notes since when a source gives fixes in this run; a history may contain older ones.
    func noteLive(_ update: LocationUpdate, of source: Source) {
        guard case .socket = source.settings.kind, let time = update.time else { return }
        let name = source.settings.name
        if let since = liveSince[name], since <= time { return }
        guard engine.read({ engine, _ in engine.health(of: name)?.accepted ?? 0 }) > 0 else {
            return
        }
        liveSince[name] = time
    }

    /// Evaluates no more.
    func close() { queue.close() }

    /// The fixes that can be evaluated, and what is wrong with the others.
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
