/// Two words that are loaded and stored together. A value written in halves and then read as a
/// whole would stall the processor.
@usableFromInline typealias Pair = SIMD2<UInt64>

extension UInt64 {
    /// Encodes an optional number in one word. Nil and NaN are both encoded as NaN.
    @inlinable
    init(measure: Double?) {
        self = (measure ?? .nan).bitPattern
    }

    /// The decoded number; nil when it is unknown.
    @inlinable
    var measure: Double? {
        let number = Double(bitPattern: self)
        return number.isNaN ? nil : number
    }

    /// The encoding of an unknown number.
    @inlinable
    static var unknown: UInt64 { Double.nan.bitPattern }
}
