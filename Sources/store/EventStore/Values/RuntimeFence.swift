public import Geofencing

/// A fence that was added, replaced or removed at run time. Survives a restart.
public struct RuntimeFence: Sendable, Hashable {
    /// The set it belongs to.
    public var set: FenceSetName
    /// The fence's id.
    public var id: String
    /// The fence as a GeoJSON feature; nil for a fence that was removed although the file of the
    /// set still contains it.
    public var geoJSON: String?
    /// Increases with every change of any fence; assigned by the store.
    public var revision: Int64

    /// A fence added or replaced, or with nil removed.
    public init(set: FenceSetName, id: String, geoJSON: String?, revision: Int64 = 0) {
        self.set = set
        self.id = id
        self.geoJSON = geoJSON
        self.revision = revision
    }
}

/// A change of the stored runtime fences.
public enum RuntimeFenceChange: Sendable, Hashable {
    /// Store this fence, or its removal.
    case put(RuntimeFence)
    /// Delete the stored change of a fence: the file applies again.
    case forget(set: FenceSetName, id: String)
    /// Delete all stored changes of a set.
    case forgetSet(FenceSetName)
    /// Delete all stored changes.
    case forgetAll
}

/// The number and size of stored runtime fences.
public struct RuntimeFenceUsage: Sendable, Hashable {
    /// The number of fences, removals included.
    public var count: Int
    /// The bytes of their ids and their GeoJSON.
    public var bytes: Int

    /// Creates the usage of `count` fences with `bytes` bytes.
    public init(count: Int = 0, bytes: Int = 0) {
        self.count = count
        self.bytes = bytes
    }

    /// The usage of one fence.
    public init(_ fence: RuntimeFence) {
        self.init(count: 1, bytes: fence.id.utf8.count + (fence.geoJSON?.utf8.count ?? 0))
    }

    /// Whether the usage is within the limits.
    public var isWithinLimits: Bool {
        count <= StoreLimits.runtimeFences && bytes <= StoreLimits.runtimeFences_bytes
    }

    /// The sum of two usages.
    public static func + (left: RuntimeFenceUsage, right: RuntimeFenceUsage) -> RuntimeFenceUsage {
        RuntimeFenceUsage(count: left.count + right.count, bytes: left.bytes + right.bytes)
    }

    /// The difference of two usages.
    public static func - (left: RuntimeFenceUsage, right: RuntimeFenceUsage) -> RuntimeFenceUsage {
        RuntimeFenceUsage(count: left.count - right.count, bytes: left.bytes - right.bytes)
    }
}

extension EvaluatedFences {
    /// The stored form, in little-endian order: for each class a hash, 0 for none; then the digest;
    /// then for each class the instant since which it is unknown, on the receiver clock and on the
    /// boot clock, with the least number for none.
    var bytes: [UInt8] {
        let instants = FenceClass.all.flatMap { fences in
            [unknownSince[fences]?.time_ns ?? .min, unknownSince[fences]?.boot_ns ?? .min]
        }
        return FenceClass.all.flatMap { Self.bytes(of: rules[$0] ?? 0) }
            + fences.sums.flatMap(Self.bytes) + instants.flatMap(Self.bytes)
    }

    /// Reads the stored form, or the form of the first releases of version 0.1.0, which has a hash
    /// for each kind and no instants. Nil for any other bytes.
    init?(bytes: [UInt8]) {
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
