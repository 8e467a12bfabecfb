package import Chronology

extension UTCInstant {
    /// Whole milliseconds since 1970, the unit of dates in expressions.
    package var milliseconds: Double { (Double(nanoseconds) / 1e6).rounded(.down) }
}
