import Chronology
import ControlProtocol

extension UTCInstant {
    /// The time that a request gives under that key; nil when it gives none. Throws `invalidParams`
    /// for a text that is no time.
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
