/// A number that may be unknown, in one word; unknown is NaN, and a NaN that is given is unknown.
///
/// An update is copied several times on its way to the judgement. Nine optionals of a word and a
/// tag byte each make such a copy four times as dear as the judgement of a fix that changes
/// nothing; plain words make it nearly free.
@usableFromInline
struct PackedMeasure: Sendable, Hashable {
    // The bits, not the number: an unknown value must equal itself.
    @usableFromInline var bits: UInt64

    @inlinable
    init(_ value: Double?) {
        bits = (value ?? .nan).bitPattern
    }

    @inlinable
    var value: Double? {
        let number = Double(bitPattern: bits)
        return number.isNaN ? nil : number
    }
}
