import Chronology
import Composition
import ControlProtocol
import Geofencing
import Positioning
import Settings
import Spelling

extension Daemon {
    /// Throws when a history of so many fixes cannot be taken now.
    func checkHistory(of count: Int) throws(Failure) {
        guard count <= Limits.historyFixes else {
            throw Failure(
                .invalidParams,
                "A history has at most \(Limits.historyFixes) fixes, not \(count).",
                hint: "Push the oldest ones first, and the others with further requests.")
        }
        guard !histories.isFull else {
            throw Failure(
                .busy, "\(HistoryQueue.waitingMaximum) histories wait already.",
                hint: "Try again when they are answered.")
        }
    }

    /// Takes what a device recorded while it was offline; the client is answered when it is evaluated
    /// and durable.
    func takeHistory(
        _ readings: [PushedFixDecoder.Reading], of source: Source, _ request: Request,
        _ client: ControlClient
    ) {
        // Others may have come while the fixes were read.
        do throws(Failure) {
            try checkHistory(of: readings.count)
        } catch {
            return client.fail(error, id: request.id)
        }
        let (updates, problems) = updates(of: readings)
        let name = source.settings.name
        histories.add(of: name) { [self] in
            // Looked at in turn: a history before this one may cover the same time.
            let new = updates.filter { isNew($0.update, to: name) }
            var pushed = SourcePushed(accepted: new.count, problems: problems)
            pushed.covered = updates.count - new.count
            if let mark = new.compactMap(\.update.time).max() { historyMarks[name] = mark }
            let monitors = desk.read { engine, now in
                engine.monitors(now: now).filter { $0.status == .started }.map(\.definition.name)
            }
            let run = HistoryRun(
                fences.overlaid(on: reading.composition.engine), kinds: kinds,
                monitors: Set(monitors), source: name, new)
            return HistoryQueue.Begun(run: run, ids: monitorIDs) { [self, pushed] run in
                var pushed = pushed
                PushVerdict(fixes: pushed.accepted, run.health).tell(in: &pushed)
                answer(pushed, request, client) { $2.problems.append($1) }
            }
        }
    }

    /// Notes since when the source gives fixes in this run; what is older can be handed in as history.
    func noteLive(_ update: LocationUpdate, _ source: Source) {
        guard case .socket = source.settings.kind, let time = update.time else { return }
        let name = source.settings.name
        if let since = liveSince[name], since <= time { return }
        guard desk.read({ engine, _ in engine.health(of: name)?.accepted ?? 0 }) > 0 else { return }
        liveSince[name] = time
    }

    /// The fixes that can be evaluated, and what is wrong with the others.
    private func updates(
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
        if let mark = historyMarks[source], time <= mark { return false }
        if let since = liveSince[source], time >= since { return false }
        return true
    }
}
