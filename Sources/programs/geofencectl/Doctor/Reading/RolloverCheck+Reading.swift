internal import Chronology
internal import ControlProtocol

extension RolloverCheck {
    /// The types of sources with fixes of any age.
    private static let recordings = ["nmea-file", "gpx", "gpsd-log"]

    /// Collects the last fixes from the status.
    init(of status: DaemonStatus, now: UTCInstant) {
        let fixes = status.sources.compactMap { source -> DatedFix? in
            guard !Self.recordings.contains(source.type),
                let time = source.last_fix?.time.flatMap({ UTCInstant(rfc3339: $0) })
            else { return nil }
            return DatedFix(source: source.name, type: source.type, time: time)
        }
        self.init(fixes: fixes, now: now)
    }
}
