/// Times in event records.
public enum EventTime {
    /// Whole seconds since 1970 of an RFC 3339 time in UTC; nil for another text.
    public static func seconds(_ rfc3339: String?) -> Int64? {
        guard let text = rfc3339?.utf8, text.count >= 20 else { return nil }
        let digits = Array(text)
        func number(_ range: Range<Int>) -> Int64? {
            Int64(String(decoding: digits[range], as: UTF8.self))
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
        else { return nil }
        // Days since 1970 by the civil calendar, years beginning in March.
        let shifted = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let era = shifted.0 / 400
        let ofEra = shifted.0 - era * 400
        let ofYear = (153 * shifted.1 + 2) / 5 + day - 1
        let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
        return days * 86_400 + hour * 3600 + minute * 60 + second
    }
}
