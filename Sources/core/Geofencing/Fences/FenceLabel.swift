import Geodesy

/// The description of a fence in events: everything except its shape.
///
/// It refers to a fence of a catalog and creates texts only on demand, because the evaluation needs
/// none.
struct FenceLabel: Sendable {
    let catalog: FenceCatalog
    let number: FenceNumber

    var id: String { catalog.id(number) }
    var name: String { catalog.fenceName(number) }
    var kind: FenceKind { catalog.settings[catalog.settingsIndex(number)].effectiveKind }
    /// The JSON text of an object; nil when there are no properties.
    var properties: String? { catalog.properties(number) }

    /// Returns a hash of everything that influences the evaluation of the fence under a monitor.
    func hash(under monitor: MonitorLabel) -> UInt64 {
        var hash = monitor.rulesHash(of: kind)
        hash.combine(UInt64(catalog.contentHash(number)))
        return hash.value
    }

    /// Whether the id comes before that of another fence, in byte order.
    func precedes(_ other: FenceLabel) -> Bool {
        let table = catalog.table
        if table === other.catalog.table, max(number, other.number) < table.count {
            return table.ids.compare(Int(number), with: Int(other.number), of: table.ids) < 0
        }
        return id.utf8.lexicographicallyPrecedes(other.id.utf8)
    }
}

extension FenceLabel: Hashable {
    static func == (left: FenceLabel, right: FenceLabel) -> Bool {
        left.id == right.id && left.name == right.name && left.kind == right.kind
            && left.properties == right.properties
    }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension StableHash {
    /// Hashes the id of a fence.
    mutating func combine(idOf fence: FenceLabel) {
        let (table, number) = (fence.catalog.table, Int(fence.number))
        guard number < table.count else { return combine(fence.id) }
        table.ids.combine(number, into: &self)
    }
}
