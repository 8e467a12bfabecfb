import Composition
import ControlProtocol
import EventStore
import Geofencing

extension Daemon {
    /// Changes fences when the changes before it are made.
    func change(
        _ set: String?, _ change: FencePlan.Change, _ request: Request, _ client: ControlClient
    ) {
        fenceChanges.add(of: change.fenceCount) { [self] () throws(Failure) in
            let now = fencesNow(of: try fenceSet(set, of: change))
            requests.run {
                Result { () throws(Failure) in try FencePlan(change, of: now) }
            } then: { [self] outcome in
                switch outcome {
                case .success(let plan): keep(plan, request, client)
                case .failure(let failure):
                    client.fail(failure, id: request.id)
                    fenceChanges.goOn()
                }
            }
        } refuse: {
            client.fail($0, id: request.id)
        }
    }

    /// The set that is meant. What is kept of one that is no longer configured counts as well, and can be
    /// given up.
    private func fenceSet(
        _ text: String?, of change: FencePlan.Change
    ) throws(Failure) -> FenceSetName {
        if case .reverting = change, let given = text.map(FenceSetName.init), fences.keeps(given) {
            return given
        }
        return try fenceSet(text)
    }

    /// Makes a change durable, then makes it and answers.
    private func keep(_ plan: FencePlan, _ request: Request, _ client: ControlClient) {
        log.store.change(plan.kept) { outcome in
            Loop.soon {
                defer { self.fenceChanges.goOn() }
                switch outcome {
                case .success:
                    self.make(plan.step, in: FenceSetName(plan.result.set))
                    client.reply(self.judged(plan.result), to: request)
                case .failure(let failure):
                    let refusal = Failure(
                        .storageUnavailable, "\(failure)", hint: "The fences are as they were.")
                    client.fail(refusal, id: request.id)
                }
            }
        }
    }

    private func make(_ step: FencePlan.Step, in set: FenceSetName) {
        switch step {
        case .put(let notes, let changes, let isWhole):
            if isWhole { fences.forget(set) }
            for note in notes { fences.take(note) }
            desk.take(.changeFences(set, changes))
        case .follow(let ids, let isWhole):
            if isWhole { fences.forget(set) }
            for id in ids { fences.forget(id, of: set) }
            let changes = ids.map { id in
                fence(id, of: set).map(FenceSetChange.replace) ?? .remove(id: id)
            }
            desk.take(.changeFences(set, changes))
        }
    }

    /// With what keeps monitors from judging the fences that are new or different.
    private func judged(_ result: FenceChange) -> FenceChange {
        var result = result
        let set = FenceSetName(result.set)
        let problems = desk.read { engine, _ in
            engine.problems(ofFences: result.added + result.changed, in: set)
        }
        result.problems = Array(problems.prefix(Self.listedProblems))
        if problems.count > Self.listedProblems {
            result.problems.append("\(problems.count - Self.listedProblems) more of the kind")
        }
        return result
    }

    /// Problems beyond this many are counted: people read them.
    private static let listedProblems = 100
}
