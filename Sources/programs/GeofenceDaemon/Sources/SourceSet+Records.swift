import Chronology
import Composition
import ControlProtocol
import Fixes
import Geodesy
import Geofencing
import Positioning
import Settings

extension SourceSet {
    /// The records of all sources, in order of name.
    var records: [SourceRecord] { sorted.map(record) }

    /// Returns the record of a source.
    func record(of source: Source) -> SourceRecord {
        let name = source.settings.name
        return engine.read { engine, now in
            let health = engine.health(of: name)
            var record = source.record(refused: health?.refused ?? [:])
            record.last_fix?.refused = engine.newestRefusal(of: name)?.rawValue
            record.last_fix?.age_s = source.health.lastFixAt.map { now.seconds(since: $0) }
            if let failures = health?.filterFailures, failures > 0 {
                record.counters["filter.failed"] = Int64(failures)
            }
            let own = record.remarks ?? []
            let remarks = engine.remarks(of: name).filter { remark in
                !own.contains { $0.code == remark.code.rawValue }
            }
            if !remarks.isEmpty {
                record.remarks =
                    own + remarks.map { .init(code: $0.code.rawValue, message: $0.message) }
            }
            return record
        }
    }

    /// Returns the record of a source, with the checks of its fixes.
    func detail(of source: Source) -> SourceRecord {
        var record = record(of: source)
        let wall = WallClock.now()
        record.checks = engine.read { engine, now in
            engine.checks(of: source.settings.name)?.map { report in
                SourceCheckRecord(report) { wall.advanced(bySeconds: -now.seconds(since: $0)) }
            }
        }
        return record
    }

    /// Returns the last fix of a source, with the reason if it was refused; nil before the first.
    func lastFix(of source: Source, at now: BootInstant) -> FixRecord? {
        guard let fix = source.health.lastFix, let at = source.health.lastFixAt else { return nil }
        let name = source.settings.name
        var record = FixRecord(fix, source: name, receivedAt: source.lastFixReceived?.rfc3339)
        record.age_s = now.seconds(since: at)
        record.refused = refusal(of: name)
        return record
    }

    /// Returns the last accepted fix of a source in this run; nil before the first.
    func acceptedFix(of source: Source, at now: BootInstant) -> FixRecord? {
        let name = source.settings.name
        guard
            let accepted = engine.read({ engine, _ in engine.lastAccepted(of: name, now: now) })
        else { return nil }
        let update = accepted.update
        var record: FixRecord
        if let last = lastFix(of: source, at: now), last.refused == nil,
            source.health.lastFix?.position == update.position
        {
            record = last
        } else {
            record = FixRecord(lat: update.position.latitude, lon: update.position.longitude)
            record.source = name
            record.time = update.time?.rfc3339
            record.accuracy_m = update.accuracy_m
            record.accuracy_level = update.accuracy_m.map { _ in update.accuracyLevel }
            record.altitude_m = update.altitude_m
            record.speed_mps = update.speed_mps
            record.course_deg = update.course_deg
            record.floor = update.floor
        }
        record.age_s = accepted.age_s
        if accepted.isStale { record.last_known = true }
        return record
    }

    /// Returns why the newest fix of a source was refused, as on the wire; nil when it was accepted.
    func refusal(of source: String) -> String? {
        engine.read { engine, _ in engine.newestRefusal(of: source)?.rawValue }
    }

    /// Returns the sentence that a source has fixes, but none is accepted; nil for any other source.
    func refusalSentence(of source: Source) -> String? {
        let name = source.settings.name
        return engine.read { engine, now in
            guard source.health.state == .fix, engine.lastAccepted(of: name, now: now) == nil,
                let refusal = engine.newestRefusal(of: name)
            else { return nil }
            return "delivers fixes, but none is accepted: \(refusal.words)"
        }
    }
}
