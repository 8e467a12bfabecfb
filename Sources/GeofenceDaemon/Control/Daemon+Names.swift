import Composition
import ControlProtocol
import Geofencing
import Spelling

extension Daemon {
    /// Names that are looked up on the loop.
    private static let namesAtOnce = 16

    /// Finds the fences that a request names, and goes on with them: at once where all names are ids. Else all
    /// names are looked at where no client waits, and the client's next request is performed after that.
    func resolve(
        _ names: [String], in sets: some Sequence<FenceSetName>, _ request: Request,
        _ client: ControlClient, _ go: @escaping @Loop (FenceNames) throws -> Void
    ) throws {
        let sets = Set(sets).sorted().map(fencesNow)
        let isFew = names.count <= Self.namesAtOnce
        guard !isFew || !names.allSatisfy({ name in sets.contains { $0.has(name) } }) else {
            return try go(FenceNames())
        }
        client.hold()
        requests.run {
            FenceNames(names, in: sets)
        } then: { [self] found in
            answer(request, { _, _, _ in try go(found) }, client)
            client.release()
        }
    }

    /// The same for one fence under one monitor, or under all. Throws `notFound` where there is none of that name.
    func resolve(
        _ fence: String, under monitor: String?, _ request: Request, _ client: ControlClient,
        _ go: @escaping @Loop (_ id: String) throws -> Void
    ) throws {
        let definitions = try definitions(of: monitor)
        try resolve([fence], in: definitions.map(\.fences), request, client) { [self] names in
            guard let id = try names.id(of: fence) else {
                throw noFence(fence, in: definitions.map(\.fences))
            }
            try go(id)
        }
    }

    /// The monitor of that name, or all of them.
    func definitions(of monitor: String?) throws(Failure) -> [MonitorDefinition] {
        if let monitor { return [try self.monitor(monitor).definition] }
        return desk.read { $0.monitors(now: $1) }.map(\.definition)
    }

    /// The refusal of a name that no fence of these sets has.
    func noFence(_ name: String, in sets: [FenceSetName]) -> Failure {
        let near = Set(sets).sorted().map { fencesNow(of: $0).ids(near: name) }
        return .notFound(
            "fence", name,
            among: Candidates(
                names: near.flatMap(\.names), count: near.reduce(0) { $0 + $1.count }))
    }

    /// Those of the monitors and fences in a filter that there are not now; nil where there are all.
    func unknown(monitors: [String]?, fences: FenceNames) -> [UnknownName]? {
        let known = reading.composition.engine.monitors.map(\.name)
        let ids = Set(monitorIDs.values)
        let lacking = (monitors ?? []).filter { !known.contains($0) && !ids.contains($0) }.map {
            name in
            UnknownName(
                kind: "monitor", name: name, suggestion: nearestWord(to: name, among: known))
        }
        let all = lacking + fences.unknown
        return all.isEmpty ? nil : all
    }

    /// Every set of fences.
    var fenceSets: some Sequence<FenceSetName> { reading.composition.engine.fenceSets.keys }
}

extension [String] {
    /// The ids of the fences of a filter; a name that no fence has is not changed: stored events
    /// may have it.
    func ids(by names: FenceNames) throws(Failure) -> [String] {
        try map { name throws(Failure) in try names.id(of: name) ?? name }
    }
}
