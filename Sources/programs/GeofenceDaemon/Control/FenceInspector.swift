import Chronology
import Composition
import ControlProtocol
import Geofencing
import Settings

/// The methods `Fence.inspect` and `Fence.explain`.
@Loop
struct FenceInspector {
    let engine: EngineRunner
    let active: ActiveConfiguration
    let names: NameResolver
    /// The recorder, for fixes that the engine no longer remembers.
    let recorder: Recorder

    /// The most seconds that a requested time may be in the future, since the client's clock may be ahead.
    private static let clockTolerance_s = 60.0
    /// The seconds before the requested time at which the evaluation of the recording starts, so that open
    /// confirmations and ignore periods are known at that time.
    private static let lead_s = 3600.0

    /// Answers with one fence: its geometry, and its state under each monitor.
    func inspect(_ choice: FenceChoice, _ request: Request, _ client: ClientConnection) throws {
        try names.resolve(choice.fence, under: choice.monitor, request, client) { id in
            let (fence, set) = try fence(id, under: choice.monitor)
            let states = try states(of: id, under: choice.monitor)
            // A border of many vertices takes long to write.
            client.replyAway(to: request) {
                var detail = FenceDetail(
                    feature: FenceDetail.feature(fence), set: set.text, states: states)
                detail.enclosing_radius_m = fence.enclosingRadius_m
                return detail
            }
        }
    }

    /// Answers with the reasons for the state of a fence: those that the engine remembers, or else those
    /// from evaluating the recording again.
    func explain(
        _ question: FenceQuestion, _ request: Request, _ client: ClientConnection
    ) throws {
        try names.resolve(question.fence, under: question.monitor, request, client) { id in
            var question = question
            question.fence = id
            if let monitor = question.monitor {
                question.monitor = try engine.monitor(monitor).definition.name
            }
            try explain(resolved: question, request, client)
        }
    }

    /// Returns a fence under one monitor or under all, with its set. Throws `notFound`.
    private func fence(
        _ id: String, under monitor: String?
    ) throws(Failure) -> (Fence, FenceSetName) {
        let sets = try engine.definitions(of: monitor).map(\.fences)
        for set in sets {
            if let fence = active.fence(id, of: set) { return (fence, set) }
        }
        throw active.noFence(id, in: sets)
    }

    private func states(
        of fence: String, under monitor: String?
    ) throws(Failure) -> [FenceState] {
        try engine.definitions(of: monitor).compactMap { definition in
            engine.read { $0.fence(fence, of: definition.name, now: $1) }.map {
                FenceState($0, under: definition)
            }
        }
    }

    private func explain(
        resolved question: FenceQuestion, _ request: Request, _ client: ClientConnection
    ) throws(Failure) {
        let remembered = try remembered(question)
        guard remembered.explanations.isEmpty,
            let time = try UTCInstant.given(question.at, as: "at")
        else { return client.reply(remembered, to: request) }
        guard client.access == .operate else {
            let note =
                "The daemon remembers the fixes of ten minutes; what is recorded of earlier ones is for "
                + "members of the group \(active.settings.group)."
            return client.reply(FenceExplanations(explanations: [], note: note), to: request)
        }
        let configuration = configuration(for: question)
        let since = time.advanced(bySeconds: -Self.lead_s)
        recorder.flush()
        client.hold()
        recorder.read { directory in
            FenceExplanations(question, at: time, since: since, configuration, directory)
        } then: { answer in
            client.replyAway(to: request) { answer }
            client.release()
        }
    }

    /// Returns the explanations that the engine remembers. Throws `invalidParams` for a future time.
    private func remembered(_ question: FenceQuestion) throws(Failure) -> FenceExplanations {
        let time = try UTCInstant.given(question.at, as: "at")
        _ = try fence(question.fence, under: question.monitor)
        // The clock of the machine may be behind that of the receiver.
        let latest = engine.read { engine, _ in engine.latestFixTime } ?? WallClock.now()
        let limit = max(latest, WallClock.now()).advanced(bySeconds: Self.clockTolerance_s)
        if let time, time > limit {
            throw Failure(
                .invalidParams, "\"at\" is in the future: there is no fix of that time yet.",
                hint: "Give a time that has passed, or leave at out for the last fix.")
        }
        return FenceExplanations(
            engine.read {
                $0.explain(
                    fence: question.fence, monitor: question.monitor, at: time, now: $1)
            })
    }

    /// Returns the present configuration with only the monitors that the question is about, all started.
    private func configuration(for question: FenceQuestion) -> EngineConfiguration {
        var configuration = active.engine
        configuration.switchKinds(active.kinds)
        configuration.monitors = configuration.monitors.filter { monitor in
            (question.monitor ?? monitor.name) == monitor.name
                && engine.read { engine, now in
                    engine.fence(question.fence, of: monitor.name, now: now) != nil
                }
        }
        for index in configuration.monitors.indices {
            configuration.monitors[index].autostart = true
        }
        return configuration
    }
}
