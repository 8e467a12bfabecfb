import Chronology
import ControlProtocol

extension UTCInstant {
    /// Returns the time that a request has under `key`; nil when it has none. Throws
    /// `invalidParams` for a text that is not a time.
    static func given(_ text: String?, as key: String) throws(Failure) -> UTCInstant? {
        guard let text else { return nil }
        guard let time = UTCInstant(rfc3339: text) else {
            throw Failure(
                .invalidParams, "\"\(key)\" is \"\(text)\", which is no time.",
                hint: "Write it like 2026-11-21T07:40:00.000Z.")
        }
        return time
    }
}
