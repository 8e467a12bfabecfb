import Composition
import ControlProtocol
import Geofencing

/// Finds the fences that requests name, by id or by a name that no other fence has.
@Loop
struct NameResolver {
    let engine: EngineRunner
    let active: ActiveConfiguration
    /// The thread that compares names, so that no client waits.
    let requests: CallReader

    /// The maximum number of names that are looked up on the loop.
    private static let namesAtOnce = 16

    /// Finds the fences that a request names, and calls `go`: at once for a few names that are all ids.
    /// Otherwise another thread compares the names with those of all fences in the sets; the next request of
    /// the client waits for that.
    func resolve(
        _ names: [String], in sets: some Sequence<FenceSetName>, _ request: Request,
        _ client: ClientConnection, _ go: @escaping @Loop (FenceNames) throws -> Void
    ) throws {
        let sets = Set(sets).sorted().map(active.fencesNow)
        let isFew = names.count <= Self.namesAtOnce
        guard !isFew || !names.allSatisfy({ name in sets.contains { $0.has(name) } }) else {
            return try go(FenceNames())
        }
        client.hold()
        requests.run {
            FenceNames(names, in: sets)
        } then: { found in
            client.attempt(request) { try go(found) }
            client.release()
        }
    }

    /// Finds one fence under one monitor, or under all. Throws `notFound` when no fence has that name.
    func resolve(
        _ fence: String, under monitor: String?, _ request: Request, _ client: ClientConnection,
        _ go: @escaping @Loop (_ id: String) throws -> Void
    ) throws {
        let sets = try engine.definitions(of: monitor).map(\.fences)
        try resolve([fence], in: sets, request, client) { names in
            guard let id = try names.id(of: fence) else { throw active.noFence(fence, in: sets) }
            try go(id)
        }
    }

    /// Finds the fences of a filter in all sets. Passes their ids, nil when the filter names no fences, and
    /// the monitors and fences of the filter that do not exist.
    func resolve(
        fences: [String]?, monitors: [String]?, _ request: Request, _ client: ClientConnection,
        _ go: @escaping @Loop (_ ids: [String]?, _ unknown: [UnknownName]?) throws -> Void
    ) throws {
        try resolve(fences ?? [], in: active.fenceSets, request, client) { names in
            // Stored events may have a name that no present fence has.
            let ids = try fences?.map { name in try names.id(of: name) ?? name }
            try go(ids, active.unknown(monitors: monitors, fences: names))
        }
    }
}
