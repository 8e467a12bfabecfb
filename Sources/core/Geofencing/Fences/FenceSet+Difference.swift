import Geodesy

extension FenceSet {
    /// The fences that differ between two states of a set, by id and in order of id.
    public struct Difference: Sendable, Hashable {
        /// The ids of the fences that only the new state has.
        public var added: [String] = []
        /// The ids of the fences that differ in any way.
        public var changed: [String] = []
        /// The ids of the fences that only the old state has.
        public var removed: [String] = []

        /// Compares `old` with `new`; nil means that there is no set.
        public init(from old: FenceSet?, to new: FenceSet?) {
            let (before, after) = ((old ?? .empty).table, (new ?? .empty).table)
            guard before !== after else { return }
            // Both are in order of id, so one pass finds every pair.
            var (i, j) = (0, 0)
            while i < before.byID.count || j < after.byID.count {
                let order: Int
                if i == before.byID.count {
                    order = 1
                } else if j == after.byID.count {
                    order = -1
                } else {
                    order = before.ids.compare(
                        Int(before.byID[i]), with: Int(after.byID[j]), of: after.ids)
                }
                if order < 0 {
                    removed.append(before.id(before.byID[i]))
                } else if order > 0 {
                    added.append(after.id(after.byID[j]))
                } else if !before.isSame(before.byID[i], as: after.byID[j], of: after) {
                    changed.append(after.id(after.byID[j]))
                }
                if order <= 0 { i += 1 }
                if order >= 0 { j += 1 }
            }
        }
    }
}
