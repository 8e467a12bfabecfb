import Chronology
import Composition
import ControlProtocol
import FixRecorder
import Fixes
import Geofencing

extension FenceExplanations {
    /// Creates the answer to a question by evaluating the recording from `since` on. Reads files: never call
    /// it on the loop.
    init(
        _ question: FenceQuestion, at time: UTCInstant, since: UTCInstant,
        _ configuration: EngineConfiguration, _ directory: RecordingDirectory
    ) {
        var replay = Replay(configuration, source: nil) { _ in }
        // Fixes may arrive out of order; a fix that waits for its turn is evaluated with the later ones.
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
