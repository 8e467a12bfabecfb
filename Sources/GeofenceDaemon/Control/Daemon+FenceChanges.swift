import Composition
import ControlProtocol
import EventStore
import Geofencing
import NIOCore

extension Daemon {
    /// Fences more: all of them, or none when the set has one of them already.
    func addFences(
        _ addition: FenceFeatures, _ request: Request, _ client: ControlClient
    ) throws(Failure) {
        let set = try fenceSet(addition.set)
        let fences = try addition.fences()
        let known = fences.map(\.id).filter { fence($0, of: set) != nil }
        if let first = known.first {
            var failure = Failure(
                .alreadyExists, "The set \(set.text) already has a fence \(first).",
                hint: "Nothing was changed. Change what is there with: geofencectl fence replace, "
                    + "or Fence.replace.")
            failure.name(known.dropFirst()) { "It already has a fence \($0)." }
            throw failure
        }
        var result = FenceChange(set: set.text, fences: fenceCount(of: set) + fences.count)
        result.added = fences.map(\.id)
        try put(fences, of: set, result, request, client, as: FenceSetChange.add)
    }

    /// Fences become others of the same ids: all of them, or none when the set lacks one.
    func replaceFences(
        _ change: FenceFeatures, _ request: Request, _ client: ControlClient
    ) throws(Failure) {
        let set = try fenceSet(change.set)
        let fences = try change.fences()
        let missing = fences.map(\.id).filter { fence($0, of: set) == nil }
        if let first = missing.first {
            var failure = Failure.notFound("fence", first, among: ids(near: first, in: set))
            failure.name(missing.dropFirst()) { "There is no fence \($0)." }
            throw failure
        }
        var result = FenceChange(set: set.text, fences: fenceCount(of: set))
        result.changed = fences.map(\.id)
        try put(fences, of: set, result, request, client, as: FenceSetChange.replace)
    }

    /// Makes fences part of a set, in one step.
    private func put(
        _ fences: [Fence], of set: FenceSetName, _ result: FenceChange, _ request: Request,
        _ client: ControlClient, as change: (Fence) -> FenceSetChange
    ) throws(Failure) {
        let notes = fences.map { note($0, id: $0.id, in: set) }
        let changes = fences.map(change)
        try keep(notes.map(\.kept), result, request, client) { [self] in
            for note in notes { self.fences.take(note) }
            desk.take(.changeFences(set, changes))
        }
    }

    /// A fence goes, and stays away when the file still has it.
    func removeFence(
        _ removal: FenceRemoval, _ request: Request, _ client: ControlClient
    ) throws(Failure) {
        let set = try fenceSet(removal.set)
        guard fence(removal.fence, of: set) != nil else {
            throw .notFound("fence", removal.fence, among: ids(near: removal.fence, in: set))
        }
        var result = FenceChange(set: set.text, fences: fenceCount(of: set) - 1)
        result.removed = [removal.fence]
        let note = note(nil, id: removal.fence, in: set)
        try keep([note.kept], result, request, client) { [self] in
            fences.take(note)
            desk.take(.changeFences(set, [.remove(id: removal.fence)]))
        }
    }

    /// A set becomes exactly this.
    func setFences(
        _ collection: FenceCollection, _ request: Request, _ client: ControlClient
    ) throws(Failure) {
        let set = try fenceSet(collection.set)
        let made = try collection.collection.fenceSet(called: "collection")
        let before = Set(fenceIDs(of: set))
        let after = made.fences
        var result = FenceChange(set: set.text, fences: after.count)
        result.added = after.map(\.id).filter { !before.contains($0) }
        result.changed = after.filter {
            before.contains($0.id) && !fence($0.id, of: set).isSame(as: $0)
        }.map(\.id)
        result.removed = before.subtracting(after.map(\.id)).sorted()
        let said =
            after.map { note($0, id: $0.id, in: set) }
            + result.removed.map { note(nil, id: $0, in: set) }
        let notes = said.filter { !$0.isFiled }
        try keep([.forgetSet(set)] + notes.map(\.kept), result, request, client) { [self] in
            fences.forget(set)
            for note in notes { fences.take(note) }
            desk.take(.changeFences(set, [.set(made)]))
        }
    }

    /// Fences follow the file of their set again: those of these ids, or all that do not.
    func revertFences(
        _ reversion: FenceReversion, _ request: Request, _ client: ControlClient
    ) throws(Failure) {
        // What is kept of a set that is no longer configured counts as well, and can be given up.
        let given = FenceSetName(reversion.set)
        let set = fences.keeps(given) ? given : try fenceSet(reversion.set)
        let filed = reading.composition.engine.fenceSets[set]?.set ?? .empty
        let changed = fences.changedIDs(of: set)
        let named = reversion.fences.map { Set($0).sorted() }
        if let unknown = named?.first(where: { !changed.contains($0) && !filed.has(id: $0) }) {
            throw .notFound("fence", unknown, among: ids(near: unknown, in: set))
        }
        // What is kept of others cannot be read: it goes with them.
        let forgotten: [RuntimeFenceChange] =
            named?.map { .forget(set: set, id: $0) } ?? [.forgetSet(set)]
        let ids = (named ?? changed.sorted()).filter(changed.contains)
        let present = Set(ids.filter { fence($0, of: set) != nil })
        var result = FenceChange(set: set.text, fences: fenceCount(of: set))
        result.added = ids.filter { filed.has(id: $0) && !present.contains($0) }
        result.changed = ids.filter { filed.has(id: $0) && present.contains($0) }
        result.removed = ids.filter { !filed.has(id: $0) && present.contains($0) }
        result.fences += result.added.count - result.removed.count
        try keep(forgotten, result, request, client) { [self] in
            if named == nil { fences.forget(set) }
            for id in ids { fences.forget(id, of: set) }
            // As the file says now: it may have been read again meanwhile.
            let changes = ids.map { id in
                fence(id, of: set).map(FenceSetChange.replace) ?? .remove(id: id)
            }
            desk.take(.changeFences(set, changes))
        }
    }

    /// Makes a change when those before it are done.
    func inTurn<Parameters: Decodable>(
        _ request: Request, _ client: ControlClient,
        _ change: @escaping @Loop (Parameters, Request, ControlClient) throws(Failure) -> Void
    ) {
        fenceChanges.add { () throws(Failure) in
            try change(request.parameters(Parameters.self), request, client)
        } refuse: {
            client.fail($0, id: request.id)
        }
    }

    /// Makes a change durable, then makes it and answers. Throws `tooLarge` where it leads beyond what is
    /// kept.
    private func keep(
        _ changes: [RuntimeFenceChange], _ result: FenceChange, _ request: Request,
        _ client: ControlClient, _ apply: @escaping @Loop () -> Void
    ) throws(Failure) {
        try fences.admit(changes)
        log.store.change(changes) { outcome in
            Loop.soon {
                defer { self.fenceChanges.goOn() }
                switch outcome {
                case .success:
                    apply()
                    client.reply(self.judged(result), to: request)
                case .failure(let failure):
                    let refusal = Failure(
                        .storageUnavailable, "\(failure)", hint: "The fences are as they were.")
                    client.fail(refusal, id: request.id)
                }
            }
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

    private func note(_ fence: Fence?, id: String, in set: FenceSetName) -> RuntimeFenceNote {
        RuntimeFenceNote(
            fence, id: id, in: set, over: reading.composition.engine.fenceSets[set])
    }
}

extension Failure {
    /// Names what else is as the message says of one thing.
    fileprivate mutating func name(
        _ others: some Collection<String>, _ sentence: (String) -> String
    ) {
        if !others.isEmpty { data?.problems = others.map(sentence) }
    }
}
