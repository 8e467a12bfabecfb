import Geodesy

extension FenceCatalog {
    /// Whether the two catalogs hold the same fences with the same problems, so that replacing one
    /// by the other would change nothing.
    func isSame(as other: FenceCatalog) -> Bool {
        isAvailable == other.isAvailable && problems == other.problems
            && invalid == other.invalid && count == other.count
            && digest == other.digest
            && hasSameFences(as: other)
    }

    private func hasSameFences(as other: FenceCatalog) -> Bool {
        guard overlay.isEmpty, other.overlay.isEmpty else {
            return zip(numbersByID, other.numbersByID).allSatisfy { fence($0) == other.fence($1) }
        }
        return table === other.table
            || zip(table.numbersByID, other.table.numbersByID).allSatisfy {
                table.isSame($0, as: $1, of: other.table)
            }
    }
}

extension FenceTable {
    /// Whether a fence equals one of another table.
    func isSame(
        _ number: FenceNumber, as twin: FenceNumber, of other: FenceTable
    ) -> Bool {
        let (left, right) = (Int(number), Int(twin))
        return hashes[left] == other.hashes[right]
            && settings[settingsIndex(number)] == other.settings[other.settingsIndex(twin)]
            && ids.compare(left, with: right, of: other.ids) == 0
            && Self.isSame(names, left, other.names, right)
            && Self.isSame(properties, left, other.properties, right)
    }

    private static func isSame(
        _ column: TextColumn?, _ left: Int, _ other: TextColumn?, _ right: Int
    ) -> Bool {
        guard let column, let other else {
            return (column?.isEmpty(at: left) ?? true) && (other?.isEmpty(at: right) ?? true)
        }
        return column.compare(left, with: right, of: other) == 0
    }
}
