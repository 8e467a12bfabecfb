import Composition
import FixRecorder
import Fixes
import Geofencing
import Positioning
import Settings

/// Passes the reports of sources to the engine and to the recorder.
@Loop
final class EngineInputs {
    private let engine: EngineRunner
    private let recorder: Recorder
    /// The sources whose fixes are read with all details by an expression.
    private var detailedSources: Set<String> = []

    /// Creates the inputs of an engine; `recorder` records them.
    init(_ engine: EngineRunner, _ recorder: Recorder) {
        self.engine = engine
        self.recorder = recorder
    }

    /// Passes a configuration to the engine.
    func configure(_ configuration: EngineConfiguration) {
        var configuration = configuration
        configuration.buildDate = Version.buildDate
        detailedSources = configuration.sourcesWithDetails
        engine.take(.configure(configuration))
    }

    /// Passes a fix of a source to the engine, and records it with the reason if the engine refuses it.
    func take(_ update: LocationUpdate, _ fix: Fix, of source: Source) {
        let name = source.settings.name
        let isDetailed = detailedSources.contains(name)
        let isRecorded = recorder.isOn && !source.isDerived
        guard isDetailed || isRecorded else {
            engine.take(.fix(update, source: name))
            return
        }
        let details = FixDetails(fix)
        let input: Input =
            isDetailed
            ? .detailedFix(update, details, source: name) : .fix(update, source: name)
        let instant = engine.take(input)
        guard isRecorded else { return }
        let refusal = engine.read { engine, _ in engine.refusal(of: name, at: instant) }
        recorder.note(
            .fix(update, details: details, refusal: refusal?.rawValue), source: name, at: instant)
    }

    /// Reports that a source starts or stops delivering.
    func reportRunning(_ isRunning: Bool, of source: Source) {
        let name = source.settings.name
        let instant = engine.take(.feedRunning(isRunning, source: name))
        guard !source.isDerived else { return }
        recorder.note(.running(isRunning), source: name, at: instant)
    }

    /// Reports that the next fix of a source may be older than its last.
    func reportRestart(of source: Source) {
        let name = source.settings.name
        let instant = engine.take(.sourceRestarted(source: name))
        guard !source.isDerived else { return }
        recorder.note(.restarted, source: name, at: instant)
    }

    /// Reports the offset of the wall clock from the boot clock in nanoseconds; nil while it is not trusted.
    func reportWallClock(offset_ns: Int64?) {
        let instant = engine.take(.wallClock(offset_ns: offset_ns))
        recorder.note(.wallClock(offset_ns: offset_ns), at: instant)
    }
}

extension Source {
    /// Whether the source takes the fixes of another one. Only the inputs of the other one are recorded.
    fileprivate var isDerived: Bool { settings.feed.parent != nil }
}
