/// Searches for the intersections of a segment, straight in longitude and latitude, with edges.
///
/// The side of the segment on which a vertex lies is computed identically for both edges at the
/// vertex, so that the segment cannot pass between them undetected.
struct SegmentIntersection: EdgeSearch {
    private let start: SIMD2<Double>
    private let way: SIMD2<Double>
    private let low: SIMD2<Double>
    private let high: SIMD2<Double>
    private let after: Double
    /// The smallest fraction of the segment, beyond `after`, at which it meets an edge.
    private(set) var share = Double.infinity
    /// The number of edges that the segment meets beyond `after`.
    private(set) var count = 0

    /// Creates a search along a segment from `start`, beyond the fraction `after` of it. Start and
    /// displacement are in degrees of longitude and latitude.
    init(from start: SIMD2<Double>, by way: SIMD2<Double>, after: Double) {
        self.start = start
        self.way = way
        self.after = after
        low = lesser(start, start + way) - Self.rounding
        high = greater(start, start + way) + Self.rounding
    }

    /// A margin above the rounding errors of degrees, and of fractions of the segment.
    private static let rounding = 1e-9

    var reach: Double { 0 }

    func bound(_ box: IndexBox) -> Double {
        let gap = greater(box.low - high, low - box.high)
        return gap.max()
    }

    mutating func visit(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
        meet(a, side(of: a), b, side(of: b))
    }

    /// Returns the side of the segment on which a place lies, by its sign.
    fileprivate func side(of place: SIMD2<Double>) -> Double {
        Self.product(way, place - start)
    }

    /// Adds the edge between two places whose sides are known.
    fileprivate mutating func meet(
        _ a: SIMD2<Double>, _ sideOfA: Double, _ b: SIMD2<Double>, _ sideOfB: Double
    ) {
        guard (sideOfA > 0) != (sideOfB > 0) else { return }
        let share = Self.product(a - start, b - a) / (sideOfB - sideOfA)
        guard share > after, share <= 1 + Self.rounding else { return }
        count += 1
        self.share = min(self.share, share)
    }

    /// Returns the vector product: twice the area of the triangle that both vectors span.
    private static func product(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
        a.x * b.y - a.y * b.x
    }
}

extension ShapeTables {
    /// Calls `search` with the edges of the closed ring of `count` vertices from vertex `first`;
    /// computes the side of each vertex once.
    fileprivate func visitEdges(
        ofRing first: Int, count: Int, for search: inout SegmentIntersection
    ) {
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

/// The first intersection of a segment with a boundary.
public struct Meeting: Sendable, Hashable {
    /// The fraction of the segment, 0 to 1.
    public let share: Double
    /// Whether the segment meets no other edge after this one. If so, the rest of the segment is on
    /// the side on which it ends.
    public let isOnly: Bool
}

extension ShapeStore {
    /// Returns the first intersection of a segment with the boundary of a shape made of edges,
    /// beyond the fraction `after`; nil when there is none.
    ///
    /// The segment is straight in longitude and latitude, like the edges, and shorter than half a
    /// turn. The result is exact to a part in 10⁹ of a degree. Touching counts as an intersection.
    public func meeting(
        from start: Coordinate, to end: Coordinate, shape: Int, after: Double = 0
    ) -> Meeting? {
        let record = tables.shapes[shape]
        let first = Int(record.first)
        let way = start.degrees(to: end)
        func search(around middle: Double) -> SegmentIntersection {
            let x = longitude(start.longitude, nearest: middle)
            return SegmentIntersection(from: SIMD2(x, start.latitude), by: way, after: after)
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

    /// Returns whether the boundary of a shape consists of edges and is narrow enough that no
    /// segment misses them because its longitudes differ by 360°.
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
