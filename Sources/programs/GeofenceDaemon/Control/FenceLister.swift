import Composition
import ControlProtocol
import Geofencing

/// Lists fences with their states, page by page.
@Loop
struct FenceLister {
    let engine: EngineRunner
    let active: ActiveConfiguration

    /// Returns a page of fences of one monitor, one set, or all monitors. Reads only the fences on the page.
    func list(_ query: FenceQuery) throws(Failure) -> FenceList {
        var page = try FencePage(limit: query.limit, state: query.state)
        let set = try query.set.map(active.fenceSet)
        let monitors: [MonitorDefinition]
        if let name = query.monitor {
            let definition = try engine.monitor(name).definition
            if let set, set != definition.fences {
                throw Failure(
                    .invalidParams,
                    "The monitor \(name) watches no fence of the set \(set.text), but those of "
                        + "\(definition.fences.text).",
                    hint: "Name either the monitor or the set.")
            }
            monitors = [definition]
        } else {
            let all = engine.monitors.map(\.definition)
            monitors = set.map { set in all.filter { $0.fences == set } } ?? all
            if monitors.isEmpty, let set {
                fill(&page, with: set, after: query.after)
                return page.list
            }
        }
        if let after = query.after, !monitors.contains(where: { $0.name == after.monitor }) {
            throw Failure(
                .invalidParams, "\"after\" is a place under a monitor that is not listed.",
                hint: "Begin again without \"after\".")
        }
        fill(&page, with: monitors, after: query.after) { name, last, limit in
            engine.read {
                $0.fenceIDs(
                    of: name, after: last, limit: limit, exceptOutside: query.state == "inside",
                    now: $1)
            }
        }
        return page.list
    }

    /// Returns the snapshot with which a subscription begins, or its part after a place: as much as fits in
    /// one line. Its `seq` is 0; the caller sets it when the state in the snapshot is durable.
    func snapshot(for wanted: SubscribeRequest, after place: FencePlace? = nil) -> Snapshot {
        let wantedIDs = wanted.monitors.map { Set($0.map(active.loggedID)) }
        let chosen = engine.monitors.filter { wantedIDs?.contains($0.definition.id) ?? true }
        var page = FencePage()
        fill(&page, with: chosen.map(\.definition), after: place) { name, last, limit in
            guard let fences = wanted.fences else {
                return engine.read {
                    $0.fenceIDs(of: name, after: last, limit: limit, exceptOutside: true, now: $1)
                }
            }
            let behind = Set(fences).filter { fence in
                last.map { $0.utf8.lexicographicallyPrecedes(fence.utf8) } ?? true
            }
            return behind.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
        return Snapshot(
            seq: 0, monitors: place == nil ? chosen.map(MonitorRecord.init) : [],
            fences: page.list.fences.filter { $0.state != "outside" }, next: page.list.next)
    }

    /// Adds the fences of the monitors after a place to a page; `ids` returns those of one monitor.
    private func fill(
        _ page: inout FencePage, with monitors: [MonitorDefinition], after place: FencePlace?,
        ids: (_ monitor: String, _ last: String?, _ limit: Int) -> [String]
    ) {
        var last = place?.fence
        for monitor in monitors.drop(while: { place != nil && $0.name != place?.monitor }) {
            let name = monitor.name
            for id in ids(name, last, page.asked) {
                let snapshot = engine.read { $0.fence(id, of: name, now: $1) }
                guard let snapshot else { continue }
                guard page.add(FenceState(snapshot, under: monitor)) else { return }
            }
            last = nil
        }
    }

    private func fill(_ page: inout FencePage, with set: FenceSetName, after place: FencePlace?) {
        let fences = active.fencesNow(of: set)
        for id in fences.ids(after: place?.fence, limit: page.asked) {
            guard let fence = fences.fence(id) else { continue }
            guard page.add(FenceState(fence, in: set)) else { return }
        }
    }
}
