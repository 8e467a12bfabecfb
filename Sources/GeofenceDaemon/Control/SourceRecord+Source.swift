import Chronology
import Composition
import ControlProtocol
import Positioning
import Settings
import SystemServices

extension Source {
    /// The word for how it is: `ended` for a recording that was played, `resting` between scans.
    var stateWord: String {
        if isEnded { return "ended" }
        return isResting ? "resting" : health.state.rawValue
    }

    /// How it is, in a few words.
    var summary: String {
        guard health.state == .fix, let fix = health.lastFix?.fix else { return stateWord }
        let accuracy = fix.horizontalAccuracy.map {
            " ±\(Int($0.radius95Metres.rounded(.up))) m"
        }
        return "fix \(fix.mode == .threeDimensional ? "3D" : "2D")\(accuracy ?? "")"
    }

    /// The source as everyone outside sees it.
    func record() -> SourceRecord {
        var record = SourceRecord(
            name: settings.name, type: settings.kind.word, state: stateWord)
        record.code = health.trouble?.code
        record.message = health.trouble?.sentence
        record.device = device
        record.detail = choice
        record.baud = baud
        record.rate_hz = health.interval.rateHertz
        record.satellites_in_view = decoder.satellitesVisible
        record.since = since.rfc3339
        if let (fix, _) = health.lastFix {
            record.satellites = fix.satellitesUsed
            record.accuracy_m = fix.horizontalAccuracy?.radius95Metres
            record.last_fix = FixRecord(
                fix, source: settings.name, receivedAt: lastFixReceived?.rfc3339)
        }
        if record.code == "device-busy", let device { record.holder = PortHolder.find(device) }
        record.counters = counters()
        return record
    }

    private func counters() -> [String: Int64] {
        let counts = recordingCounts ?? decoder.counts
        var counters = [
            "bytes": Int64(counts.bytes), "sentences": Int64(counts.sentences),
            "ignored": Int64(counts.ignored), "fixes": Int64(counts.fixes),
            "no_fixes": Int64(counts.noFixes), "discards": Int64(counts.discards.total),
        ]
        for (reason, count) in counts.discards.nonZero {
            counters["discard.\(reason.rawValue)"] = Int64(count)
        }
        return counters
    }
}
