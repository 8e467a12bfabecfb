import Geodesy

/// What tells the fences of a set from those of another time, and nearly which of them, in 4 KiB
/// however many there are.
///
/// The fences fall into groups by their ids, and of each group there is a sum over its fences: an
/// edit shows in the group of its fence. The others of that group then look edited, too; of all
/// fences that is one in a thousand.
public struct FenceDigest: Sendable, Hashable {
    /// More groups would take fewer fences for edited, and more room wherever they are saved.
    public static let groupCount = 1 << groupBits
    private static let groupBits = 10

    /// The sums, group by group.
    public private(set) var sums: [UInt32]

    /// The digest of no fences.
    init() {
        sums = [UInt32](repeating: 0, count: Self.groupCount)
    }

    /// A digest that was saved; nil when it has another number of groups.
    public init?(sums: [UInt32]) {
        guard sums.count == Self.groupCount else { return nil }
        self.sums = sums
    }

    /// The digest that lies in a table.
    init(_ column: Column<UInt32>) {
        sums = (0..<column.count).map { column[$0] }
    }

    /// The group of a fence.
    ///
    /// - Parameter id: the hash of its id, and of nothing else.
    static func group(of id: StableHash) -> Int { Int(id.value >> (64 - groupBits)) }

    /// What one fence adds.
    struct Share: BitwiseCopyable, Sendable {
        fileprivate let group: Int
        fileprivate let value: UInt32

        /// - Parameters:
        ///   - id: the hash of its id, and of nothing else.
        ///   - validity: the hash of when it is judged.
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

    /// The groups whose fences are not all the same in another digest.
    func groups(differingFrom other: FenceDigest) -> Set<Int> {
        Set(sums.indices.filter { sums[$0] != other.sums[$0] })
    }
}
