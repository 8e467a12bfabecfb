/// What a monitor had judged: of the fences that are still the same by the same rules it is known
/// that they are outside, where they have no record.
public struct JudgedFences: Sendable, Hashable {
    /// A hash of the rules for fences of each kind that it had judged.
    public var rules: [FenceKind: UInt64]
    /// The fences.
    public var fences: FenceDigest

    /// Fences judged by rules of those hashes.
    public init(rules: [FenceKind: UInt64], fences: FenceDigest) {
        self.rules = rules
        self.fences = fences
    }
}

extension JudgedFences {
    /// The same as bytes, to be kept somewhere: a hash for each kind, 0 where there is none, then the
    /// digest, least bytes first.
    public var bytes: [UInt8] {
        FenceKind.allCases.flatMap { Self.bytes(of: rules[$0] ?? 0) }
            + fences.sums.flatMap(Self.bytes)
    }

    /// Reads such bytes; nil when they are none of these.
    public init?(bytes: [UInt8]) {
        let kinds = FenceKind.allCases
        let head = kinds.count * 8
        guard bytes.count >= head, bytes.count % 4 == 0 else { return nil }
        let hashes: [UInt64] = Self.numbers(bytes[..<head])
        guard let fences = FenceDigest(sums: Self.numbers(bytes[head...])) else { return nil }
        let rules = zip(kinds, hashes).filter { $0.1 != 0 }
        self.init(rules: Dictionary(uniqueKeysWithValues: rules), fences: fences)
    }

    private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func numbers<Number: FixedWidthInteger>(
        _ bytes: ArraySlice<UInt8>
    ) -> [Number] {
        let size = Number.bitWidth / 8
        return stride(from: bytes.startIndex, to: bytes.endIndex, by: size).map { start in
            bytes[start..<start + size].reversed().reduce(0) { $0 << 8 | Number($1) }
        }
    }
}
