import Chronology
import Composition
import ControlProtocol
import Geofencing
import SystemServices

extension Daemon {
    /// One fence with its geometry and its state under each monitor.
    func fenceDetail(_ choice: FenceChoice) throws(Failure) -> FenceDetail {
        let definitions = try definitions(of: choice.monitor)
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
        throw noFence(choice.fence, in: sets)
    }

    /// Answers with one fence, by id or name.
    func inspect(_ choice: FenceChoice, _ request: Request, _ client: ControlClient) throws {
        try resolve(choice.fence, under: choice.monitor, request, client) { [self] id in
            let named = FenceChoice(fence: id, monitor: choice.monitor)
            client.replyAway(try fenceDetail(named), to: request)
        }
    }

    /// Answers with the reasons for the state of a fence, by id or name.
    func explain(
        named question: FenceQuestion, _ request: Request, _ client: ControlClient
    ) throws {
        try resolve(question.fence, under: question.monitor, request, client) { [self] id in
            var question = question
            question.fence = id
            if let monitor = question.monitor {
                question.monitor = try self.monitor(monitor).definition.name
            }
            try explain(question, request, client)
        }
    }

    /// Seconds by which the clock of a client may be ahead.
    private static let clockSlack_s = 60.0

    /// Why a fence is as it is.
    func explanations(_ question: FenceQuestion) throws(Failure) -> FenceExplanations {
        let time = try UTCInstant.given(question.at, as: "at")
        _ = try fenceDetail(FenceChoice(fence: question.fence, monitor: question.monitor))
        // The clock of the machine may be behind that of the receiver.
        let latest = desk.read { engine, _ in engine.latestFixTime } ?? WallClock.now()
        let limit = max(latest, WallClock.now()).advanced(bySeconds: Self.clockSlack_s)
        if let time, time > limit {
            throw Failure(
                .invalidParams, "at is in the future: no fix of that time has come.",
                hint: "Give a time that has passed, or leave at out for the last fix.")
        }
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

    /// The set that is meant: by its name, by its path or the end of it, or by a monitor that watches it; without
    /// a name, the only set there is.
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
}
