/// What a monitor had judged: of the fences that are still the same by the same rules it is known
/// that they are outside, where they have no record.
public struct JudgedFences: Sendable, Hashable {
    /// A hash of the rules for fences of each class that it had judged.
    public var rules: [FenceClass: UInt64]
    /// The fences.
    public var fences: FenceDigest
    /// The last fix after which nobody knew whether those of a class are still outside; none where the
    /// last fix of the source is the one that told.
    public var unknownSince: [FenceClass: SavedInstant]

    /// Fences judged by rules of those hashes.
    public init(
        rules: [FenceClass: UInt64], fences: FenceDigest,
        unknownSince: [FenceClass: SavedInstant] = [:]
    ) {
        self.rules = rules
        self.fences = fences
        self.unknownSince = unknownSince
    }
}

extension JudgedFences {
    /// The same as bytes, to be kept somewhere: a hash for each class, 0 where there is none, then the
    /// digest, then two instants for each class since when it is unknown, by receiver and boot clock,
    /// the least number where there is none; least bytes first.
    public var bytes: [UInt8] {
        let instants = FenceClass.all.flatMap { fences in
            [unknownSince[fences]?.time_ns ?? .min, unknownSince[fences]?.boot_ns ?? .min]
        }
        return FenceClass.all.flatMap { Self.bytes(of: rules[$0] ?? 0) }
            + fences.sums.flatMap(Self.bytes) + instants.flatMap(Self.bytes)
    }

    /// Reads such bytes, or those of version 0.1.0's first releases, which have a hash for each kind and
    /// no instants; nil when they are neither.
    public init?(bytes: [UInt8]) {
        let digest = FenceDigest.groupCount * 4
        let kinds = FenceKind.allCases.count * 8
        let isOfKinds = bytes.count == kinds + digest
        let head = isOfKinds ? kinds : FenceClass.all.count * 8
        guard isOfKinds || bytes.count == head + digest + FenceClass.all.count * 16,
            let fences = FenceDigest(sums: Self.numbers(bytes[head..<head + digest]))
        else { return nil }
        self.init(rules: [:], fences: fences)
        let hashes: [UInt64] = Self.numbers(bytes[..<head])
        let classes =
            isOfKinds ? FenceKind.allCases.map(FenceClass.all(of:)) : FenceClass.all.map { [$0] }
        for (classes, hash) in zip(classes, hashes) where hash != 0 {
            for fences in classes { rules[fences] = hash }
        }
        let instants: [Int64] = Self.numbers(bytes[(head + digest)...])
        for (place, fences) in zip(stride(from: 0, to: instants.count, by: 2), FenceClass.all)
        where instants[place + 1] != .min {
            let time_ns = instants[place] == .min ? nil : instants[place]
            let instant = SavedInstant(time_ns: time_ns, boot_ns: instants[place + 1])
            guard instant.isInRange else { return nil }
            unknownSince[fences] = instant
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
