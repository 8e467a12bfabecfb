import Geodesy

/// The fences of one file, checked and packed for evaluation. Immutable; monitors share it.
public struct FenceSet: Sendable {
    let table: FenceTable

    /// Creates the set of those fences, with the problems of the fences that cannot be evaluated.
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

    /// The number of fences.
    public var count: Int { table.count }

    /// The total bytes of memory, or of a mapped file, that the fences take.
    public var byteCount: Int { table.block.byteCount + table.shapes.byteCount }

    /// The fences in order of id.
    public var fences: [Fence] { table.numbersByID.map(table.fence) }

    /// Returns the first `limit` ids after `id`, or from the beginning, in byte order: those for
    /// which `isIncluded` returns true, merged with `others`. Starts at `id` without a search
    /// through the whole set.
    public func ids(
        after id: String? = nil, limit: Int, and others: some Sequence<String>,
        where isIncluded: (String) -> Bool
    ) -> [String] {
        table.ids(after: id, limit: limit, and: others) { isIncluded(table.id($0)) }
    }

    /// Returns whether there is a fence with that id.
    public func has(id: String) -> Bool { table.number(of: id) != nil }

    /// Calls `body` for every fence that has a separate name and whose name is among `names`.
    /// Searches all fences.
    public func forEachFence(
        named names: Set<String>, _ body: (_ name: String, _ id: String) -> Void
    ) {
        for number in 0..<FenceNumber(count) {
            guard let name = table.name(number), names.contains(name) else { continue }
            body(name, table.id(number))
        }
    }

    /// Returns the fence with that id; nil when there is none.
    public func fence(id: String) -> Fence? {
        table.number(of: id).map(table.fence)
    }
}

extension Shape {
    /// Whether the shape has no area: a place or a line.
    var needsBuffer: Bool {
        switch self {
        case .polygons, .circle: false
        case .lines, .points: true
        }
    }
}
