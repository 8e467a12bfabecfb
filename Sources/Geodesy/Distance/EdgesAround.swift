/// The edges of many boundaries around a place, on a flat map of which it is the middle.
///
/// Each counts from some metres before it on, and belongs to somebody.
public struct EdgesAround: Sendable {
    /// The map; nil where a flat one is not good enough.
    public private(set) var map: AreaMap?
    /// Room for them one by one as they are added, and then four by four.
    private var added: [MapEdge] = []
    private var groups: [MapEdges] = []
    /// How many edges there are.
    public private(set) var count = 0
    /// Whose edges the last way has come to.
    public private(set) var reached: [UInt32] = []

    /// Metres by which rounding makes an edge seem farther away than it is, at most: a few units of the
    /// last place of what lies a few times `AreaMap.reach_m` from the middle of the map.
    public static let rounding_m = 2e-3

    /// None, and no map.
    public init() {}

    private var groupCount: Int { (count &+ 3) / 4 }

    /// Begins anew around a place, without any.
    public mutating func begin(around standpoint: Standpoint) {
        map = AreaMap(around: standpoint)
        count = 0
    }

    /// Forgets all of them, and the map.
    public mutating func forget() { map = nil }

    /// Adds edges of somebody, which are to be measured when all have been added.
    ///
    /// - Parameters:
    ///   - most: how many they are at the most.
    ///   - taken: metres on the map before them from which on they count.
    ///   - next: gives one after the other; nil after the last one.
    /// - Returns: which they are.
    @inline(__always)
    mutating func append(
        most: Int, taken: Float, owner: UInt32,
        next: () -> (start: SIMD2<Double>, end: SIMD2<Double>)?
    ) -> Range<Int> {
        let first = count
        while added.count < first &+ most { added.append(.nowhere) }
        var place = first
        var room = added.mutableSpan
        while let (start, end) = next() {
            room[place] = MapEdge(
                start: SIMD2(start), end: SIMD2(end), taken: taken, owner: owner)
            place &+= 1
        }
        count = place
        return first..<place
    }

    /// Measures all that have been added.
    public mutating func measure() {
        while added.count < 4 * groupCount { added.append(.nowhere) }
        for place in count..<4 * groupCount { added[place] = .nowhere }
        for group in 0..<groupCount {
            let first = 4 * group
            let four = MapEdges(
                added[first], added[first + 1], added[first + 2], added[first + 3])
            if group < groups.count { groups[group] = four } else { groups.append(four) }
        }
    }

    /// Has some edges count from other metres before them on.
    ///
    /// - Parameter taken_m: those metres on the earth; minus infinity if they are not to count at all.
    public mutating func set(_ edges: Range<Int>, taken_m: Double) {
        guard let taken = map?.taken(taken_m) else { return }
        for edge in edges { groups[edge / 4].set(edge % 4, taken: taken) }
    }

    /// Metres on the map from a place to where the first of them counts; infinite without any.
    ///
    /// Never inlined: so it has all registers for itself.
    @inline(never)
    public func clearance(from place: SIMD2<Float>) -> Float {
        let (x, y) = (SIMD4(repeating: place.x), SIMD4(repeating: place.y))
        var least = SIMD4<Float>(repeating: .infinity)
        let groups = groups.span
        for group in 0..<groupCount { least = lesser(least, groups[group].clearances(x, y)) }
        return Self.least(of: least)
    }

    /// Looks which of them a way has come to, and keeps whose they are in `reached`.
    ///
    /// - Parameters:
    ///   - start: where on the map it began; nil where it may have led anywhere.
    ///   - end: where it has led.
    ///   - near: metres before where an edge counts from which on the way may have come to it.
    ///   - touch: metres before that which count as being there, too.
    /// - Returns: metres on the map from the end to where the first of the others counts.
    @inline(never)
    public mutating func clearance(
        fromWay start: SIMD2<Float>?, to end: SIMD2<Float>, near: Float, touch: Float
    ) -> Float {
        reached.removeAll(keepingCapacity: true)
        let (x, y) = (SIMD4(repeating: end.x), SIMD4(repeating: end.y))
        var least = SIMD4<Float>(repeating: .infinity)
        for group in 0..<groupCount {
            var clearances = groups[group].clearances(x, y)
            if any(clearances .<= near) {
                for place in 0..<4
                where clearances[place] <= near
                    && start.map({
                        groups[group].clearance(of: place, fromWay: $0, to: end) <= touch
                    }) ?? true
                {
                    reached.append(groups[group].owner(place))
                    clearances[place] = .infinity
                }
            }
            least = lesser(least, clearances)
        }
        return Self.least(of: least)
    }

    private static func least(of four: SIMD4<Float>) -> Float {
        min(min(four.x, four.y), min(four.z, four.w))
    }
}
