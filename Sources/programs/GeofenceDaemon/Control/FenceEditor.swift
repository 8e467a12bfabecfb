import Composition
import ControlProtocol
import EventStore
import Fixes
import Geofencing

/// The methods of `Fence.*` that change fences at run time: a change is durable before it takes effect.
@Loop
struct FenceEditor {
    let engine: EngineRunner
    let active: ActiveConfiguration
    let log: EventLog
    let changes: FenceChangeQueue
    /// The thread that plans changes, so that no client waits for a plan.
    let requests: CallReader

    /// The maximum number of problems in an answer, for a person to read; the others are only counted.
    private static let listedProblems = 100

    /// Changes fences of a set after the changes before it have ended, then answers.
    func change(
        _ set: String?, _ change: FencePlan.Change, _ request: Request, _ client: ClientConnection
    ) {
        changes.add(of: change.fenceCount) { () throws(Failure) in
            let now = active.fencesNow(of: try fenceSet(set, of: change))
            requests.run {
                Result { () throws(Failure) in try FencePlan(change, of: now) }
            } then: { outcome in
                switch outcome {
                case .success(let plan): keep(plan, request, client)
                case .failure(let failure):
                    client.fail(failure, to: request)
                    changes.goOn()
                }
            }
        } refuse: {
            client.fail($0, to: request)
        }
    }

    /// Returns the set that a client names. A reversion may also name a set that is no longer configured but
    /// still has stored changes.
    private func fenceSet(
        _ text: String?, of change: FencePlan.Change
    ) throws(Failure) -> FenceSetName {
        if case .reverting = change, let given = text.map(FenceSetName.init),
            active.fences.keeps(given)
        {
            return given
        }
        return try active.fenceSet(text)
    }

    /// Makes a change durable, then applies it and answers.
    private func keep(_ plan: FencePlan, _ request: Request, _ client: ClientConnection) {
        log.store.change(plan.kept) { outcome in
            Loop.soon {
                defer { changes.goOn() }
                switch outcome {
                case .success:
                    perform(plan.step, in: FenceSetName(plan.result.set))
                    client.reply(withProblems(plan.result), to: request)
                case .failure(let failure):
                    let refusal = Failure(
                        .storageUnavailable, "\(failure)", hint: "The fences are as they were.")
                    client.fail(refusal, to: request)
                }
            }
        }
    }

    private func perform(_ step: FencePlan.Step, in set: FenceSetName) {
        switch step {
        case .put(let notes, let changes, let isWhole):
            if isWhole { active.fences.forget(set) }
            for note in notes { active.fences.take(note) }
            engine.take(.changeFences(set, changes))
        case .follow(let ids, let isWhole):
            if isWhole { active.fences.forget(set) }
            for id in ids { active.fences.forget(id, of: set) }
            let changes = ids.map { id in
                active.fence(id, of: set).map(FenceSetChange.replace) ?? .remove(id: id)
            }
            engine.take(.changeFences(set, changes))
        }
    }

    /// Adds the reasons why monitors cannot evaluate the added or changed fences to the result.
    private func withProblems(_ result: FenceChange) -> FenceChange {
        var result = result
        let set = FenceSetName(result.set)
        let problems = engine.read { engine, _ in
            engine.problems(ofFences: result.added + result.changed, in: set)
        }
        result.problems = Array(problems.prefix(Self.listedProblems))
        if problems.count > Self.listedProblems {
            result.problems.append("\(problems.count - Self.listedProblems) more problems")
        }
        return result
    }
}
