internal import Chronology

/// Times in event records.
public enum EventTime {
    /// Whole seconds since 1970 of an RFC 3339 time; nil for another text.
    public static func seconds(_ rfc3339: String?) -> Int64? {
        rfc3339.flatMap { UTCInstant(rfc3339: $0) }?.wholeSeconds
    }
}
