import Composition
import ControlProtocol
import EventStore
import FenceFiles
import Geofencing
import NIOCore

extension Daemon {
    /// One fence more.
    func addFence(
        _ addition: FenceFeature, _ request: Request, _ client: ControlClient
    ) throws(Failure) {
        let set = try fenceSet(addition.set)
        let fence = try readFence(addition.feature)
        guard self.fence(fence.id, of: set) == nil else {
            throw Failure(
                .alreadyExists, "The set \(set.text) already has a fence \(fence.id).",
                hint: "Use Fence.replace to change it.")
        }
        var result = FenceChange(set: set.text, fences: fenceCount(of: set) + 1)
        result.added = [fence.id]
        let kept = RuntimeFence(set: set, id: fence.id, geoJSON: text(addition.feature))
        keep([.put(kept)], result, request, client) { [self] in
            fences.put(fence, id: fence.id, in: set)
            desk.take(.changeFences(set, .add(fence)))
        }
    }

    /// A fence becomes another of the same id.
    func replaceFence(
        _ change: FenceFeature, _ request: Request, _ client: ControlClient
    ) throws(Failure) {
        let set = try fenceSet(change.set)
        let fence = try readFence(change.feature)
        guard self.fence(fence.id, of: set) != nil else {
            throw .notFound("fence", fence.id, among: ids(near: fence.id, in: set))
        }
        var result = FenceChange(set: set.text, fences: fenceCount(of: set))
        result.changed = [fence.id]
        let kept = RuntimeFence(set: set, id: fence.id, geoJSON: text(change.feature))
        keep([.put(kept)], result, request, client) { [self] in
            fences.put(fence, id: fence.id, in: set)
            desk.take(.changeFences(set, .replace(fence)))
        }
    }

    /// A fence goes, and stays away although the file still has it.
    func removeFence(
        _ removal: FenceRemoval, _ request: Request, _ client: ControlClient
    ) throws(Failure) {
        let set = try fenceSet(removal.set)
        guard fence(removal.fence, of: set) != nil else {
            throw .notFound("fence", removal.fence, among: ids(near: removal.fence, in: set))
        }
        var result = FenceChange(set: set.text, fences: fenceCount(of: set) - 1)
        result.removed = [removal.fence]
        let kept = RuntimeFence(set: set, id: removal.fence, geoJSON: nil)
        keep([.put(kept)], result, request, client) { [self] in
            fences.put(nil, id: removal.fence, in: set)
            desk.take(.changeFences(set, .remove(id: removal.fence)))
        }
    }

    /// A set becomes exactly this.
    func setFences(
        _ collection: FenceCollection, _ request: Request, _ client: ControlClient
    ) throws(Failure) {
        let set = try fenceSet(collection.set)
        let line = Wire.line(collection.collection)
        let loaded = FenceFile.load(line, from: "collection").loaded
        guard let made = loaded.set, loaded.problems.isEmpty else {
            var failure = Failure(.fenceInvalid, "The collection cannot be used.")
            failure.data?.problems = loaded.problems
            throw failure
        }
        let before = Set(fenceIDs(of: set))
        let after = made.fences
        var result = FenceChange(set: set.text, fences: after.count)
        result.added = after.map(\.id).filter { !before.contains($0) }
        result.changed = after.map(\.id).filter(before.contains)
        result.removed = before.subtracting(after.map(\.id)).sorted()
        let gone = result.removed
        let kept = after.map {
            RuntimeFence(set: set, id: $0.id, geoJSON: text(FenceDetail.feature($0)))
        }
        let away = gone.map { RuntimeFence(set: set, id: $0, geoJSON: nil) }
        let changes = [.forgetSet(set)] + (kept + away).map(RuntimeFenceChange.put)
        keep(changes, result, request, client) { [self] in
            fences.forget(set)
            for fence in after { fences.put(fence, id: fence.id, in: set) }
            for id in gone { fences.put(nil, id: id, in: set) }
            desk.take(.changeFences(set, .set(made)))
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

    /// Makes a change durable, then makes it and answers.
    private func keep(
        _ changes: [RuntimeFenceChange], _ result: FenceChange, _ request: Request,
        _ client: ControlClient, _ apply: @escaping @Loop () -> Void
    ) {
        log.store.change(changes) { outcome in
            Loop.eventLoop.execute {
                Loop.assume {
                    defer { self.fenceChanges.goOn() }
                    switch outcome {
                    case .success:
                        apply()
                        client.reply(result, to: request)
                    case .failure(let failure):
                        let refusal = Failure(
                            .storageUnavailable, "\(failure)",
                            hint: "The fences are as they were.")
                        client.fail(refusal, id: request.id)
                    }
                }
            }
        }
    }

    private func readFence(_ feature: JSONValue) throws(Failure) -> Fence {
        let loaded = FenceFile.load(Wire.line(feature), from: "feature").loaded
        guard loaded.problems.isEmpty, let fence = loaded.set?.fences.first else {
            var failure = Failure(
                .fenceInvalid, loaded.problems.first ?? "The feature holds no fence.")
            failure.data?.problems = loaded.problems
            throw failure
        }
        return fence
    }

    private func text(_ feature: JSONValue) -> String {
        String(decoding: Wire.line(feature), as: UTF8.self)
    }
}
