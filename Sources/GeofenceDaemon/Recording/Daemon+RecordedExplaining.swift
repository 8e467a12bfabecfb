import Chronology
import Composition
import ControlProtocol
import FixRecorder
import Geofencing
import Settings

extension Daemon {
    /// Seconds before the fix in question from which the recording is evaluated: what is open then,
    /// confirmations and ignore periods, is known by the end of it.
    private static let lead_s = 3600.0

    /// Answers why a fence is as it is: from what the engine remembers, else by evaluating the recording
    /// again, beside the engine.
    func explain(
        _ question: FenceQuestion, _ request: Request, _ client: ControlClient
    ) throws(Failure) {
        let remembered = try explanations(question)
        guard remembered.explanations.isEmpty,
            let time = try UTCInstant.given(question.at, as: "at")
        else { return client.reply(remembered, to: request) }
        guard client.access == .operate else {
            let note =
                "The daemon remembers the fixes of ten minutes; what is recorded of earlier ones is for "
                + "members of the group \(settings.group)."
            return client.reply(FenceExplanations(explanations: [], note: note), to: request)
        }
        let configuration = configuration(for: question)
        let since = time.advanced(bySeconds: -Self.lead_s)
        recorder.flush()
        client.hold()
        recorder.read { directory in
            FenceExplanations(question, at: time, since: since, configuration, directory)
        } then: { answer in
            client.replyAway(answer, to: request)
            client.release()
        }
    }

    /// The present configuration with the monitors that the question is about.
    private func configuration(for question: FenceQuestion) -> EngineConfiguration {
        var configuration = fences.overlaid(on: reading.composition.engine)
        configuration.level.enabled = kinds[.level] ?? configuration.level.enabled
        configuration.global.enabled = kinds[.global] ?? configuration.global.enabled
        configuration.monitors = configuration.monitors.filter { monitor in
            (question.monitor ?? monitor.name) == monitor.name
                && desk.read { engine, now in
                    engine.fence(question.fence, of: monitor.name, now: now) != nil
                }
        }
        for index in configuration.monitors.indices {
            configuration.monitors[index].autostart = true
        }
        return configuration
    }
}

extension FenceExplanations {
    /// The answer to a question from the recording.
    fileprivate init(
        _ question: FenceQuestion, at time: UTCInstant, since: UTCInstant,
        _ configuration: EngineConfiguration, _ directory: RecordingDirectory
    ) {
        var replay = Replay(configuration, source: nil) { _ in }
        // What waits to be put in order comes with the fixes behind it.
        let wait_s = configuration.feeds.values.map(\.reorder_s).max() ?? 0
        let selection = RecordingSelection(
            since: since, until: time.advanced(bySeconds: wait_s))
        do {
            let damage = try directory.read(selection) { entries in
                for entry in entries { replay.take(entry) { _ in } }
                return true
            }
            if replay.engine.holdsFixes { replay.finish { _ in } }
            self.init(
                replay.engine.explain(
                    fence: question.fence, monitor: question.monitor, at: time))
            recorded = explanations.isEmpty ? nil : true
            let damaged = damage.sentences.map { " " + $0.joined(separator: " ") } ?? ""
            note =
                explanations.isEmpty
                ? "The daemon remembers the fixes of ten minutes, and the recording has none of the hour "
                    + "before that time that was evaluated for this fence.\(damaged)"
                : "Made by evaluating the recording again from an hour before that time on, with the "
                    + "present configuration and fences; what the fences were before is unknown to it."
                    + damaged
        } catch {
            self.init(explanations: [], note: "The recording cannot be read: \(error).")
        }
    }
}
