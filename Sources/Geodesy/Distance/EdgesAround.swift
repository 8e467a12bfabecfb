/// The edges of many boundaries around a place or a line, on a flat map of which that is the middle.
///
/// Each counts from some metres before it on. Boundaries are known by their places, in the order in which
/// they were added.
public struct EdgesAround: Sendable {
    /// The map; nil where a flat one is not good enough.
    public private(set) var map: AreaMap?
    var boundaries: [MapBoundary] = []
    /// Room for the edges one by one as they are drawn, and then four by four.
    var drawn: [MapEdge] = []
    var groups: [MapEdges] = []
    /// How many edges there are.
    public internal(set) var count = 0
    /// The places of the boundaries that the last way has come to, in order.
    private var reachedPlaces: [UInt32] = []
    /// How many they are.
    public private(set) var reachedCount = 0

    /// Metres by which rounding makes an edge seem farther away than it is, at most: a few units of the
    /// last place of what lies a few times `AreaMap.reach_m` from the middle of the map.
    public static let rounding_m = 2e-3

    /// None, and no map.
    public init() {}

    var groupCount: Int { (count &+ 3) / 4 }

    /// Begins anew around a line, without any.
    ///
    /// - Parameters:
    ///   - standpoint: its middle.
    ///   - halfWay: metres to the east and to the north from there to one end.
    public mutating func begin(
        around standpoint: Standpoint, along halfWay: SIMD2<Double> = .zero
    ) {
        map = AreaMap(around: standpoint, along: halfWay)
        clear()
    }

    /// Begins anew on the same map, without any.
    public mutating func clear() {
        boundaries.removeAll(keepingCapacity: true)
        count = 0
    }

    /// Forgets all of them, and the map.
    public mutating func forget() { map = nil }

    /// Adds a boundary, which is to be drawn when all have been added.
    ///
    /// - Parameters:
    ///   - shape: its number.
    ///   - taken_m: metres on the earth before its edges from which on they count; infinite if it is not
    ///     to be drawn at all.
    public mutating func add(_ shape: UInt32, taken_m: Double) {
        boundaries.append(MapBoundary(shape: shape, taken_m: taken_m))
    }

    /// The place of one of the boundaries that the last way has come to, in order.
    @inline(__always)
    public func reached(_ number: Int) -> Int { Int(reachedPlaces[number]) }

    /// Begins anew to count which boundaries a way has come to.
    @inline(__always)
    public mutating func reachNone() { reachedCount = 0 }

    /// Counts a boundary that a way has come to, once.
    mutating func reach(_ place: UInt32) {
        if reachedCount > 0, reachedPlaces[reachedCount &- 1] == place { return }
        if reachedCount == reachedPlaces.count { reachedPlaces.append(place) }
        reachedPlaces[reachedCount] = place
        reachedCount &+= 1
    }

    /// Whether any boundary is drawn.
    public var isAnyDrawn: Bool { boundaries.contains(where: \.isDrawn) }

    /// Whether the edges of the boundary at a place are drawn.
    public func isDrawn(_ place: Int) -> Bool { boundaries[place].isDrawn }

    /// Metres before the edges of that boundary for which they were drawn: if they are to count from
    /// farther away on, some may be missing.
    public func drawnFor_m(_ place: Int) -> Double { boundaries[place].taken_m }

    /// Has the edges of a boundary count from other metres before them on.
    ///
    /// - Parameter taken_m: those metres on the earth; minus infinity if they are not to count at all.
    public mutating func set(_ place: Int, taken_m: Double) {
        guard let taken = map?.taken(taken_m) else { return }
        for edge in boundaries[place].edges { groups[edge / 4].set(edge % 4, taken: taken) }
    }
}
