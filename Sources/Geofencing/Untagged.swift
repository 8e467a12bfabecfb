import Chronology
import Geodesy

/// A value that may be missing, in the room of the value alone.
///
/// An optional keeps a tag beside it, which costs a word more and a step more wherever it is moved;
/// states and events have many of them and are copied often.
@propertyWrapper
struct Untagged<Value: Untaggable>: BitwiseCopyable, Sendable, Hashable {
    private var bits: Value.Bits

    @inline(__always)
    init(wrappedValue: Value?) {
        bits = wrappedValue?.bits ?? Value.missing
    }

    var wrappedValue: Value? {
        @inline(__always) get { bits == Value.missing ? nil : Value(bits: bits) }
        @inline(__always) set { bits = newValue?.bits ?? Value.missing }
    }
}

/// What has bits to spare that stand for no value.
protocol Untaggable: BitwiseCopyable, Sendable {
    associatedtype Bits: BitwiseCopyable, Sendable, Hashable

    /// What stands for no value.
    static var missing: Bits { get }

    var bits: Bits { get }
    init(bits: Bits)
}

/// Two words that lie wherever one may: a pair of a vector would want more room before it.
struct Words: BitwiseCopyable, Sendable, Hashable {
    var first: UInt64
    var second: UInt64
}

/// One that is not a number is missing.
extension Double: Untaggable {
    static var missing: UInt64 { .unknown }

    var bits: UInt64 { isNaN ? .unknown : bitPattern }

    init(bits: UInt64) { self.init(bitPattern: bits) }
}

extension Coordinate: Untaggable {
    static var missing: Words { Words(first: .unknown, second: .unknown) }

    var bits: Words { Words(first: latitude.bits, second: longitude.bits) }

    init(bits: Words) {
        self.init(latitude: Double(bits: bits.first), longitude: Double(bits: bits.second))
    }
}

/// The begin of time is no instant.
extension UTCInstant: Untaggable {
    static var missing: Int64 { .min }

    var bits: Int64 { nanoseconds }

    init(bits: Int64) { self.init(nanoseconds: bits) }
}

extension BootInstant: Untaggable {
    static var missing: Int64 { .min }

    var bits: Int64 { nanoseconds }

    init(bits: Int64) { self.init(nanoseconds: bits) }
}

extension Transition.Bracket: Untaggable {
    static var missing: Words { Words(first: UInt64(1) << 63, second: UInt64(1) << 63) }

    var bits: Words {
        Words(
            first: UInt64(bitPattern: before.nanoseconds),
            second: UInt64(bitPattern: after.nanoseconds))
    }

    init(bits: Words) {
        self.init(
            before: UTCInstant(nanoseconds: Int64(bitPattern: bits.first)),
            after: UTCInstant(nanoseconds: Int64(bitPattern: bits.second)))
    }
}
