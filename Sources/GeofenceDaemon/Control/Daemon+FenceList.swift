import Composition
import ControlProtocol
import Geofencing

extension Daemon {
    /// A page of fences with their state: of one monitor, of one set, or of all monitors. Only the
    /// fences of the page are looked at.
    func fenceList(_ query: FenceQuery) throws(Failure) -> FenceList {
        var page = try FencePage(limit: query.limit)
        let monitors: [MonitorDefinition]
        if let name = query.monitor {
            monitors = [try monitor(name).definition]
        } else {
            let all = desk.read { $0.monitors() }.map(\.definition)
            let set = try query.set.map(fenceSet)
            monitors = set.map { set in all.filter { $0.fences == set } } ?? all
            if monitors.isEmpty, let set {
                fill(&page, with: set, after: query.after)
                return page.list
            }
        }
        try fill(&page, with: monitors, after: query.after)
        return page.list
    }

    private func fill(
        _ page: inout FencePage, with monitors: [MonitorDefinition], after place: FencePlace?
    ) throws(Failure) {
        var rest = monitors[...]
        if let place {
            rest = rest.drop { $0.name != place.monitor }
            guard !rest.isEmpty else {
                throw Failure(
                    .invalidParams, "\"after\" is a place under a monitor that is not listed.",
                    hint: "Begin anew without \"after\".")
            }
        }
        var last = place?.fence
        for monitor in rest {
            let (name, id, limit) = (monitor.name, last, page.asked)
            for id in desk.read({ $0.fenceIDs(of: name, after: id, limit: limit) }) {
                let snapshot = desk.read { $0.fence(id, of: name) }
                guard let snapshot else { continue }
                guard page.add(FenceState(snapshot, under: monitor)) else { return }
            }
            last = nil
        }
    }

    private func fill(_ page: inout FencePage, with set: FenceSetName, after place: FencePlace?) {
        for id in fenceIDs(of: set, after: place?.fence, limit: page.asked) {
            guard let fence = fence(id, of: set) else { continue }
            guard page.add(FenceState(fence, in: set)) else { return }
        }
    }
}
