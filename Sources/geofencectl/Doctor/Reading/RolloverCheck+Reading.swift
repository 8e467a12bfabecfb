internal import Chronology
internal import ControlProtocol

extension RolloverCheck {
    /// The last fixes that the daemon tells.
    init(of status: DaemonStatus, now: UTCInstant) {
        let fixes = status.sources.compactMap { source -> (source: String, time: UTCInstant)? in
            guard let time = source.last_fix?.time.flatMap({ UTCInstant(rfc3339: $0) }) else {
                return nil
            }
            return (source.name, time)
        }
        self.init(fixes: fixes, now: now)
    }
}
