import Composition
import ControlProtocol
import Geofencing
import Suggestions
import SystemServices

extension ActiveConfiguration {
    /// The names of all fence sets.
    var fenceSets: some Sequence<FenceSetName> { reading.composition.engine.fenceSets.keys }

    /// The ids of the monitors whose id differs from their name, by name.
    var monitorIDs: [String: String] { reading.composition.engine.monitorIDs }

    /// Returns the id under which the log stores the events of a monitor, from its name or id.
    func loggedID(of monitor: String) -> String { monitorIDs[monitor] ?? monitor }

    /// Returns the present fences of a set.
    func fencesNow(of set: FenceSetName) -> FencesNow {
        FencesNow(set: set, loaded: reading.composition.engine.fenceSets[set], changes: fences)
    }

    /// Returns the present fence with that id in a set; nil when there is none.
    func fence(_ id: String, of set: FenceSetName) -> Fence? { fencesNow(of: set).fence(id) }

    /// Returns the set that a client names: by its name, by its path or the end of the path, or by a
    /// monitor that evaluates it; without a name, the only set. Throws `invalidParams` or `notFound`.
    func fenceSet(_ text: String?) throws(Failure) -> FenceSetName {
        let sets = reading.composition.engine.fenceSets
        guard let text else {
            if sets.count == 1, let only = sets.keys.first { return only }
            throw Failure(
                .invalidParams,
                "There are \(sets.count) fence sets, and the request names none.",
                hint: sets.isEmpty
                    ? "Add a [[monitor]] to the configuration."
                    : "Give one as set: \(sets.keys.sorted().map(\.text).joined(separator: ", ")).")
        }
        if sets[FenceSetName(text)] != nil { return FenceSetName(text) }
        let directory = Directory.current
        let paths = sets.keys.map { ($0, AbsolutePath($0.text, from: directory)) }
        let path = AbsolutePath(text, from: directory)
        if let (set, _) = paths.first(where: { $0.1 == path }) { return set }
        let matching = paths.filter { $0.1.text.hasSuffix("/" + text) }
        if matching.count == 1 { return matching[0].0 }
        let monitors = reading.composition.engine.monitors
        if let monitor = monitors.first(where: { $0.name == text }) { return monitor.fences }
        throw .notFound("fence set", text, among: sets.keys.map(\.text))
    }

    /// Returns the failure for a name that no fence of these sets has.
    func noFence(_ name: String, in sets: [FenceSetName]) -> Failure {
        let near = Set(sets).sorted().map { fencesNow(of: $0).ids(near: name) }
        return .notFound(
            "fence", name,
            among: Candidates(
                names: near.flatMap(\.names), count: near.reduce(0) { $0 + $1.count }))
    }

    /// Returns the monitors and fences of a filter that do not exist; nil when all exist.
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

    /// Returns the record of a monitor, with whether its settings were given at run time.
    func record(of monitor: MonitorSnapshot) -> MonitorRecord {
        var record = MonitorRecord(monitor)
        if reading.takesFromRunTime(record.name) { record.runtime = true }
        return record
    }
}
