/// What a monitor had judged: of the fences that are still the same by the same rules it is known
/// that they are outside, where they have no record.
public struct JudgedFences: Sendable, Hashable, Codable {
    /// A hash of the rules that hold for all of its fences.
    public var rules: UInt64
    /// The fences.
    public var fences: FenceDigest

    /// Fences judged by rules of that hash.
    public init(rules: UInt64, fences: FenceDigest) {
        self.rules = rules
        self.fences = fences
    }
}

extension JudgedFences {
    /// The same as bytes, to be kept somewhere.
    public var bytes: [UInt8] {
        Self.bytes(of: rules) + fences.sums.flatMap(Self.bytes)
    }

    /// Reads such bytes; nil when they are none of these.
    public init?(bytes: [UInt8]) {
        let head = MemoryLayout<UInt64>.size
        let size = MemoryLayout<UInt32>.size
        guard bytes.count == head + size * FenceDigest.groupCount,
            let fences = FenceDigest(
                sums: stride(from: head, to: bytes.count, by: size).map {
                    Self.number(bytes[$0..<$0 + size])
                })
        else { return nil }
        self.init(rules: Self.number(bytes[..<head]), fences: fences)
    }

    private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func number<Number: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>) -> Number {
        bytes.reversed().reduce(0) { $0 << 8 | Number($1) }
    }
}
