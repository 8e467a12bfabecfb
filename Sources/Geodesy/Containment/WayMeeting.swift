/// Looks for where a way that is straight in longitude and latitude meets edges.
///
/// The side of the way on which a vertex lies is worked out alike for both edges at it, so that the
/// way cannot slip through between them.
struct WayMeeting: EdgeSearch {
    private let start: SIMD2<Double>
    private let way: SIMD2<Double>
    private let low: SIMD2<Double>
    private let high: SIMD2<Double>
    private let after: Double
    /// The least share of the way, beyond `after`, at which it meets an edge.
    private(set) var share = Double.infinity
    /// How many edges it meets there and farther on.
    private(set) var count = 0

    /// Looks along the way from `start` by `way`, both in degrees of longitude and latitude, beyond
    /// the share `after` of it.
    init(from start: SIMD2<Double>, by way: SIMD2<Double>, after: Double) {
        self.start = start
        self.way = way
        self.after = after
        low = lesser(start, start + way) - Self.rounding
        high = greater(start, start + way) + Self.rounding
    }

    /// Outweighs the rounding of degrees, and of shares of the way.
    private static let rounding = 1e-9

    var reach: Double { 0 }

    func bound(_ box: IndexBox) -> Double {
        let gap = greater(box.low - high, low - box.high)
        return gap.max()
    }

    mutating func visit(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
        meet(a, side(of: a), b, side(of: b))
    }

    /// On which side of the way a place lies, by its sign.
    fileprivate func side(of place: SIMD2<Double>) -> Double {
        Self.product(way, place - start)
    }

    /// Takes the edge between two places whose sides are known.
    fileprivate mutating func meet(
        _ a: SIMD2<Double>, _ sideOfA: Double, _ b: SIMD2<Double>, _ sideOfB: Double
    ) {
        guard (sideOfA > 0) != (sideOfB > 0) else { return }
        let share = Self.product(a - start, b - a) / (sideOfB - sideOfA)
        guard share > after, share <= 1 + Self.rounding else { return }
        count += 1
        self.share = min(self.share, share)
    }

    /// The vector product: twice the area of the triangle that both span.
    private static func product(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
        a.x * b.y - a.y * b.x
    }
}

extension ShapeTables {
    /// Shows `search` the edges of the closed ring of `count` vertices from vertex `first`, with the side
    /// of each vertex worked out once.
    fileprivate func visitEdges(ofRing first: Int, count: Int, for search: inout WayMeeting) {
        var a = vertices[first &+ count &- 1]
        var sideOfA = search.side(of: a)
        for vertex in first..<first &+ count {
            let b = vertices[vertex]
            let sideOfB = search.side(of: b)
            search.meet(a, sideOfA, b, sideOfB)
            (a, sideOfA) = (b, sideOfB)
        }
    }
}

/// Where a way first meets a boundary.
public struct Meeting: Sendable, Hashable {
    /// The share of the way, 0 to 1.
    public let share: Double
    /// Whether it meets no other edge beyond: so it then is on the side on which it ends.
    public let isOnly: Bool
}

extension ShapeStore {
    /// Where a way first meets the boundary of a shape made of edges, beyond the share `after` of it;
    /// nil when it does not.
    ///
    /// The way is straight in longitude and latitude, as edges are, and shorter than half a turn.
    /// To a part in 10⁹ of a degree what is found is exact; touching counts as meeting.
    public func meeting(
        from start: Coordinate, to end: Coordinate, shape: Int, after: Double = 0
    ) -> Meeting? {
        let record = tables.shapes[shape]
        let first = Int(record.first)
        let way = start.degrees(to: end)
        func search(around middle: Double) -> WayMeeting {
            let x = longitude(start.longitude, nearest: middle)
            return WayMeeting(from: SIMD2(x, start.latitude), by: way, after: after)
        }
        var (share, count) = (Double.infinity, 0)
        switch record.kind {
        case .ring:
            var search = search(around: tables.vertices[first].x)
            tables.visitEdges(ofRing: first, count: Int(record.count), for: &search)
            (share, count) = (search.share, search.count)
        case .parts:
            for part in first..<first + Int(record.count) {
                let part = tables.parts[part]
                var search = search(around: (part.box.low.x + part.box.high.x) / 2)
                tables.visitEdges(of: part, for: &search)
                (share, count) = (min(share, search.share), count + search.count)
            }
        case .points, .circle: return nil
        }
        return count == 0 ? nil : Meeting(share: min(1, share), isOnly: count == 1)
    }

    /// Whether the boundary of a shape is made of edges that no way can pass by on another turn of
    /// longitude.
    public func hasEdges(_ shape: Int) -> Bool {
        let record = tables.shapes[shape]
        let first = Int(record.first)
        switch record.kind {
        case .ring: return true
        case .parts:
            return (first..<first + Int(record.count)).allSatisfy {
                tables.parts[$0].box.high.x - tables.parts[$0].box.low.x < 180
            }
        case .points, .circle: return false
        }
    }
}
