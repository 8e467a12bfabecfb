import Composition
import ControlProtocol
import Geofencing

extension Daemon {
    /// A page of fences with their state: of one monitor, of one set, or of all monitors. Only the
    /// fences of the page are looked at.
    func fenceList(_ query: FenceQuery) throws(Failure) -> FenceList {
        var page = try FencePage(limit: query.limit, state: query.state)
        let set = try query.set.map(fenceSet)
        let monitors: [MonitorDefinition]
        if let name = query.monitor {
            let definition = try monitor(name).definition
            if let set, set != definition.fences {
                throw Failure(
                    .invalidParams,
                    "The monitor \(name) watches no fence of the set \(set.text), but those of "
                        + "\(definition.fences.text).",
                    hint: "Name either the monitor or the set.")
            }
            monitors = [definition]
        } else {
            let all = desk.read { $0.monitors(now: $1) }.map(\.definition)
            monitors = set.map { set in all.filter { $0.fences == set } } ?? all
            if monitors.isEmpty, let set {
                fill(&page, with: set, after: query.after)
                return page.list
            }
        }
        if let after = query.after, !monitors.contains(where: { $0.name == after.monitor }) {
            throw Failure(
                .invalidParams, "\"after\" is a place under a monitor that is not listed.",
                hint: "Begin anew without \"after\".")
        }
        fill(&page, with: monitors, after: query.after) { name, last, limit in
            desk.read {
                $0.fenceIDs(
                    of: name, after: last, limit: limit, exceptOutside: query.state == "inside",
                    now: $1)
            }
        }
        return page.list
    }

    /// The snapshot that a subscription begins with, or what of it comes behind a place: as much as
    /// fits into one line.
    func snapshot(for wanted: SubscribeRequest, after place: FencePlace? = nil) -> Snapshot {
        let all = desk.read { $0.monitors(now: $1) }
        let wantedIDs = wanted.monitors.map { Set($0.map(logged)) }
        let chosen = all.filter { wantedIDs?.contains($0.definition.id) ?? true }
        var page = FencePage()
        fill(&page, with: chosen.map(\.definition), after: place) { name, last, limit in
            guard let fences = wanted.fences else {
                return desk.read {
                    $0.fenceIDs(of: name, after: last, limit: limit, exceptOutside: true, now: $1)
                }
            }
            let behind = Set(fences).filter { fence in
                last.map { $0.utf8.lexicographicallyPrecedes(fence.utf8) } ?? true
            }
            return behind.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
        return Snapshot(
            seq: log.bounds.head, monitors: place == nil ? chosen.map(MonitorRecord.init) : [],
            fences: page.list.fences.filter { $0.state != "outside" }, next: page.list.next)
    }

    /// Fills a page with the fences of monitors behind a place; `ids` gives those of one monitor.
    private func fill(
        _ page: inout FencePage, with monitors: [MonitorDefinition], after place: FencePlace?,
        ids: (_ monitor: String, _ last: String?, _ limit: Int) -> [String]
    ) {
        var last = place?.fence
        for monitor in monitors.drop(while: { place != nil && $0.name != place?.monitor }) {
            let name = monitor.name
            for id in ids(name, last, page.asked) {
                let snapshot = desk.read { $0.fence(id, of: name, now: $1) }
                guard let snapshot else { continue }
                guard page.add(FenceState(snapshot, under: monitor)) else { return }
            }
            last = nil
        }
    }

    private func fill(_ page: inout FencePage, with set: FenceSetName, after place: FencePlace?) {
        for id in fencesNow(of: set).ids(after: place?.fence, limit: page.asked) {
            guard let fence = fence(id, of: set) else { continue }
            guard page.add(FenceState(fence, in: set)) else { return }
        }
    }
}
