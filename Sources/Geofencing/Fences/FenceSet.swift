import Geodesy

/// The fences of one file, checked and packed for judging. Immutable; monitors share it.
public struct FenceSet: Sendable {
    let table: FenceTable

    /// The set of those fences, with the problems of those that cannot be judged.
    public static func make(_ fences: [Fence]) -> LoadedFences {
        var builder = Builder()
        for fence in fences { builder.append(fence) }
        return builder.finish()
    }

    /// The set without fences.
    public static let empty: FenceSet = {
        guard let set = make([]).set else {
            preconditionFailure("a set of no fences could not be made")
        }
        return set
    }()

    /// How many fences there are.
    public var count: Int { table.count }

    /// Bytes of memory, or of a mapped file, that the fences take in all.
    public var byteCount: Int { table.block.byteCount + table.shapes.byteCount }

    /// The fences in order of id.
    public var fences: [Fence] { table.numbersByID.map(table.fence) }

    /// The first `limit` ids behind `id`, or from the beginning, in order of their bytes: those that
    /// `isIncluded`, and `others` among them. The set is not gone through for them.
    public func ids(
        after id: String? = nil, limit: Int, and others: some Sequence<String>,
        where isIncluded: (String) -> Bool
    ) -> [String] {
        table.ids(after: id, limit: limit, and: others) { isIncluded(table.id($0)) }
    }

    /// Whether there is a fence of that id.
    public func has(id: String) -> Bool { table.number(of: id) != nil }

    /// Shows every fence that has a name of its own and one of these names, with its id. Looks at all fences.
    public func forEachFence(
        named names: Set<String>, _ body: (_ name: String, _ id: String) -> Void
    ) {
        for number in 0..<FenceNumber(count) {
            guard let name = table.name(number), names.contains(name) else { continue }
            body(name, table.id(number))
        }
    }

    /// The fence of that id, if there is one.
    public func fence(id: String) -> Fence? {
        table.number(of: id).map(table.fence)
    }
}

extension Shape {
    /// Whether the shape has no extent of its own: a place or a line.
    var needsBuffer: Bool {
        switch self {
        case .polygons, .circle: false
        case .lines, .points: true
        }
    }
}
