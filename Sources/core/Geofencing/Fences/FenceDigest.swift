import Geodesy

/// A digest by which the fences of a set are compared between two times. It shows approximately
/// which fences changed, and takes 4 KiB for any number of fences.
///
/// Fences are distributed over groups by their ids, and each group has a sum over its fences. A
/// changed fence changes the sum of its group. The other fences of that group then seem changed,
/// too; on average that is one in a thousand of all fences.
public struct FenceDigest: Sendable, Hashable {
    /// The number of groups. A larger number would make fewer unchanged fences seem changed, but
    /// take more space in saved state.
    public static let groupCount = 1 << groupBits
    private static let groupBits = 10

    /// The sums, by group.
    public private(set) var sums: [UInt32]

    /// Creates the digest of a set without fences.
    init() {
        sums = [UInt32](repeating: 0, count: Self.groupCount)
    }

    /// Creates a digest from saved sums; nil when they have another number of groups.
    public init?(sums: [UInt32]) {
        guard sums.count == Self.groupCount else { return nil }
        self.sums = sums
    }

    /// Creates a digest from a column of a table.
    init(_ column: Column<UInt32>) {
        sums = (0..<column.count).map { column[$0] }
    }

    /// Returns the group of a fence.
    ///
    /// - Parameter id: the hash of the id alone.
    static func group(of id: StableHash) -> Int { Int(id.value >> (64 - groupBits)) }

    /// The contribution of one fence to the sums.
    struct Share: BitwiseCopyable, Sendable {
        fileprivate let group: Int
        fileprivate let value: UInt32

        /// Creates the contribution of a fence.
        ///
        /// - Parameters:
        ///   - id: the hash of the id alone.
        ///   - contentHash: the content hash of the fence.
        ///   - validity: the hash of the settings that decide when the fence is evaluated.
        init(id: StableHash, contentHash: UInt32, validity: UInt64) {
            group = FenceDigest.group(of: id)
            var hash = id
            hash.combine(UInt64(contentHash))
            hash.combine(validity)
            value = UInt32(truncatingIfNeeded: hash.value)
        }
    }

    mutating func add(_ share: Share) { sums[share.group] &+= share.value }

    mutating func subtract(_ share: Share) { sums[share.group] &-= share.value }

    /// Returns the groups whose sums differ from those of another digest.
    func groups(differingFrom other: FenceDigest) -> Set<Int> {
        Set(sums.indices.filter { sums[$0] != other.sums[$0] })
    }
}
