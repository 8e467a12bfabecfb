import Chronology
import Composition
import ControlProtocol
import Geofencing
import SystemServices

extension Daemon {
    /// One fence with its geometry and its state under each monitor.
    func fenceDetail(_ choice: FenceChoice) throws(Failure) -> FenceDetail {
        let definitions: [MonitorDefinition]
        if let name = choice.monitor {
            definitions = [try monitor(name).definition]
        } else {
            definitions = desk.read { $0.monitors(now: $1) }.map(\.definition)
        }
        let states = definitions.compactMap { definition in
            let (id, name) = (choice.fence, definition.name)
            return desk.read { $0.fence(id, of: name, now: $1) }.map {
                FenceState($0, under: definition)
            }
        }
        let sets = definitions.map(\.fences)
        for set in sets {
            if let fence = fence(choice.fence, of: set) {
                var detail = FenceDetail(
                    feature: FenceDetail.feature(fence), set: set.text, states: states)
                detail.enclosing_radius_m = fence.enclosingRadius_m
                return detail
            }
        }
        let near = Set(sets).sorted().map { fencesNow(of: $0).ids(near: choice.fence) }
        throw .notFound(
            "fence", choice.fence,
            among: Candidates(
                names: near.flatMap(\.names), count: near.reduce(0) { $0 + $1.count }))
    }

    /// Why a fence is as it is.
    func explanations(_ question: FenceQuestion) throws(Failure) -> FenceExplanations {
        let time = try UTCInstant.given(question.at, as: "at")
        _ = try fenceDetail(FenceChoice(fence: question.fence, monitor: question.monitor))
        return FenceExplanations(
            desk.read {
                $0.explain(
                    fence: question.fence, monitor: question.monitor, at: time, now: $1)
            })
    }

    /// The fences of a set as they are now.
    func fencesNow(of set: FenceSetName) -> FencesNow {
        FencesNow(set: set, loaded: reading.composition.engine.fenceSets[set], changes: fences)
    }

    /// A fence of a set as it is now, if there is one of that id.
    func fence(_ id: String, of set: FenceSetName) -> Fence? { fencesNow(of: set).fence(id) }

    /// The set that is meant: by its name, by its path or the end of it, or by a monitor that judges
    /// it.
    func fenceSet(_ text: String) throws(Failure) -> FenceSetName {
        let sets = reading.composition.engine.fenceSets
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
}
