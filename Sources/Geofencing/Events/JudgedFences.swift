/// What a monitor had judged: of the fences that are still the same by the same rules it is known
/// that they are outside, where they have no record.
public struct JudgedFences: Sendable, Hashable {
    /// A hash of the rules for fences of each kind that it had judged.
    public var rules: [FenceKind: UInt64]
    /// The fences.
    public var fences: FenceDigest
    /// The last fix after which nobody knew whether those of a kind are still outside; none where the
    /// last fix of the source is the one that told.
    public var unknownSince: [FenceKind: SavedInstant]

    /// Fences judged by rules of those hashes.
    public init(
        rules: [FenceKind: UInt64], fences: FenceDigest,
        unknownSince: [FenceKind: SavedInstant] = [:]
    ) {
        self.rules = rules
        self.fences = fences
        self.unknownSince = unknownSince
    }
}

extension JudgedFences {
    /// The same as bytes, to be kept somewhere: a hash for each kind, 0 where there is none, then the
    /// digest, then, if there are any, two instants for each kind since when it is unknown, by receiver
    /// and boot clock, the least number where there is none; least bytes first.
    public var bytes: [UInt8] {
        let instants = FenceKind.allCases.flatMap { kind in
            [unknownSince[kind]?.time_ns ?? .min, unknownSince[kind]?.boot_ns ?? .min]
        }
        return FenceKind.allCases.flatMap { Self.bytes(of: rules[$0] ?? 0) }
            + fences.sums.flatMap(Self.bytes)
            + (unknownSince.isEmpty ? [] : instants.flatMap(Self.bytes))
    }

    /// Reads such bytes; nil when they are none of these.
    public init?(bytes: [UInt8]) {
        let kinds = FenceKind.allCases
        let head = kinds.count * 8
        let body = head + FenceDigest.groupCount * 4
        guard bytes.count == body || bytes.count == body + kinds.count * 16,
            let fences = FenceDigest(sums: Self.numbers(bytes[head..<body]))
        else { return nil }
        let hashes: [UInt64] = Self.numbers(bytes[..<head])
        self.init(
            rules: Dictionary(uniqueKeysWithValues: zip(kinds, hashes).filter { $0.1 != 0 }),
            fences: fences)
        let instants: [Int64] = Self.numbers(bytes[body...])
        for (place, kind) in zip(stride(from: 0, to: instants.count, by: 2), kinds)
        where instants[place + 1] != .min {
            let time_ns = instants[place] == .min ? nil : instants[place]
            let instant = SavedInstant(time_ns: time_ns, boot_ns: instants[place + 1])
            guard instant.isInRange else { return nil }
            unknownSince[kind] = instant
        }
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
