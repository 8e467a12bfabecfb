import Chronology
import Composition
import ControlProtocol
import Fixes
import Positioning
import Settings
import SystemServices

extension Source {
    /// The state on the wire: `failed` for a source that cannot start, `ended` for a recording that was
    /// played, `resting` between scans and while no started monitor uses the source.
    var stateWord: String {
        if settings.feed.filter?.problem != nil { return "failed" }
        if isEnded { return "ended" }
        if isResting || isIdle { return "resting" }
        guard let parent, !parent.delivers else { return standing.rawValue }
        if parent.isEnded { return "ended" }
        return parent.isResting || parent.isIdle ? "resting" : standing.rawValue
    }

    /// The state. A source that takes the fixes of another has the state of that source, but may be opening
    /// or suspect by itself. A source with an invalid filter is absent.
    var standing: SourceHealth.State {
        if settings.feed.filter?.problem != nil { return .absent }
        guard let parent else { return health.state }
        guard parent.delivers else { return parent.health.state }
        switch health.state {
        case .opening, .suspect: return health.state
        case .stopped, .absent, .silent, .garbage, .nofix, .fix, .stale: return .fix
        }
    }

    /// The reason for the state. A reason of the parent source is reported only there.
    var trouble: SourceTrouble? {
        if let problem = settings.feed.filter?.problem {
            return SourceTrouble(code: "invalid-filter", sentence: problem)
        }
        return parent == nil || standing == .suspect ? health.trouble : nil
    }

    /// Whether the source delivers fixes, accepted or not.
    private var delivers: Bool { health.state == .fix || health.state == .suspect }

    /// The state, as the end of a sentence about the source.
    var stateSentence: String {
        switch standing {
        case .fix where !isEnded && !isResting: "has a position"
        case .nofix where !isEnded && !isResting: "has no position"
        case .stopped, .absent, .opening, .silent, .garbage, .nofix, .fix, .stale, .suspect:
            "is \(stateWord)"
        }
    }

    /// The state for the status line.
    var summary: String {
        guard standing == .fix, let fix = health.lastFix else { return stateWord }
        let accuracy = fix.horizontalAccuracy.map {
            " ±\(Int($0.radius95Metres.rounded(.up))) m"
        }
        return "fix \(fix.mode == .threeDimensional ? "3D" : "2D")\(accuracy ?? "")"
    }

    /// Returns the record of the source for the wire.
    ///
    /// - Parameter refused: the number of its fixes that the engine has refused, by reason.
    func record(refused: [FixRefusal: Int]) -> SourceRecord {
        var record = SourceRecord(
            name: settings.name, type: settings.kind.word, state: stateWord)
        let trouble = trouble
        record.code = trouble?.code
        record.message = trouble?.sentence
        record.device = link?.device
        record.detail = detail
        record.baud = link?.baud
        record.rate_hz = health.rateHertz
        record.satellites = health.presentFix?.satellitesUsed
        record.satellites_in_view = health.isHeard ? pipeline.decoder.satellitesVisible : nil
        record.accuracy_m = health.presentFix?.horizontalAccuracy?.radius95Metres
        record.since = since.rfc3339
        record.last_fix = health.lastFix.map {
            FixRecord($0, source: settings.name, receivedAt: lastFixReceived?.rfc3339)
        }
        record.holder = trouble?.holder
        let remarks = remarks
        if !remarks.isEmpty { record.remarks = remarks }
        record.counters = counters()
        for (reason, count) in refused {
            record.counters["refused.\(reason.rawValue)"] = Int64(count)
        }
        return record
    }

    /// Why the device was chosen, or that the source is closed; doubts about its times and values.
    private var detail: String? {
        var parts = [link?.choice].compactMap(\.self)
        if isIdle { parts = ["closed while no started monitor uses it (close_when_idle)"] }
        if case .untrusted(let doubt) = health.lastFix?.timeQuality {
            parts.append("the receiver's dates are not trusted (\(doubt.rawValue))")
        }
        if let unknown = pipeline.unknownValue {
            parts.append(
                "\(unknown.key) is \(unknown.text) on line \(unknown.line), no number, and taken as unknown"
            )
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private func counters() -> [String: Int64] {
        let counts = pipeline.counts
        var counters = [
            "bytes": Int64(counts.bytes), "sentences": Int64(counts.sentences),
            "ignored": Int64(counts.ignored), "fixes": Int64(counts.fixes),
            "no_fixes": Int64(counts.noFixes), "discards": Int64(counts.discards.total),
        ]
        for (reason, count) in counts.discards.nonZero {
            counters["discard.\(reason.rawValue)"] = Int64(count)
        }
        if silentConnections > 0 { counters["silence"] = Int64(silentConnections) }
        if readLimit.count > 0 { counters["read-limit"] = Int64(readLimit.count) }
        if counts.untrustedTimes > 0 { counters["time.untrusted"] = Int64(counts.untrustedTimes) }
        if counts.backwardsTimes > 0 { counters["time.backwards"] = Int64(counts.backwardsTimes) }
        for (name, count) in link?.errors?()?.nonZero ?? [] {
            counters["line.\(name)"] = Int64(count)
        }
        return counters
    }
}
