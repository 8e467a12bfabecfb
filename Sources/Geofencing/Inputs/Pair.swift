/// Two words that are loaded and stored as one: a value that was just written in halves and is read
/// as a whole would make the processor wait.
@usableFromInline typealias Pair = SIMD2<UInt64>

extension UInt64 {
    /// A number that may be unknown, in one word; unknown is NaN, and a NaN that is given is unknown.
    @inlinable
    init(measure: Double?) {
        self = (measure ?? .nan).bitPattern
    }

    /// The number; nil when it is unknown.
    @inlinable
    var measure: Double? {
        let number = Double(bitPattern: self)
        return number.isNaN ? nil : number
    }

    /// The word of an unknown number.
    @inlinable
    static var unknown: UInt64 { Double.nan.bitPattern }
}
