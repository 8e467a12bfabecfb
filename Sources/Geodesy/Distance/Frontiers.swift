/// Lines that together keep a receiver from a boundary, for as long as it does not go too far: the
/// boundary is what lies beyond one of the lines, and what is too far away to matter.
public struct Frontiers: BitwiseCopyable, Sendable {
    /// More lines than these would seldom be come to.
    public static let count = 3

    @usableFromInline var lines = InlineArray<3, Frontier>(repeating: .beyondReach)
    /// Metres that the receiver may go from where the lines were drawn before they are not all that
    /// counts.
    public private(set) var reach_m: Double

    /// Nothing to be kept from.
    public static let none = Frontiers()

    private init() { reach_m = .infinity }

    /// One line for each of the nearest edges of a ring; nil where a flat map is not good enough.
    ///
    /// - Parameters:
    ///   - nearest: the nearest point of the ring.
    ///   - others: the edges that it does not lie on.
    init?(_ nearest: RingOnMap.Point, taking others: inout RingOnMap, from standpoint: Standpoint) {
        guard let line = Frontier(through: nearest.offset, of: standpoint) else { return nil }
        lines[0] = line
        for place in 1..<Self.count {
            guard let next = others.takeNearest() else { break }
            lines[place] = Frontier(through: next.offset, of: standpoint) ?? .beyondReach
        }
        reach_m = Frontier.reach(of: others.nearestSquared().squareRoot(), from: standpoint)
    }

    /// One line beyond which lies everything and to which a course does not lead; nil where there is
    /// none, or it would soon be come to nevertheless.
    ///
    /// Where the nearest place lies behind, or no course is known, it is a line square to the way
    /// there, else one beside the course: who goes straight on past something never comes to it.
    ///
    /// - Parameters:
    ///   - nearest: the nearest place of all that lies beyond, in metres to the east and to the north.
    ///   - course: where the receiver is heading, in degrees of longitude and latitude.
    ///   - extent: how far all of it lies at least and at most in a direction, in metres.
    init?(
        past nearest: SIMD2<Double>, on course: SIMD2<Double>, of standpoint: Standpoint,
        extent: (_ direction: SIMD2<Double>) -> (least: Double, greatest: Double)
    ) {
        let way = course * standpoint.scale
        let isBehind = FlatMap.product(nearest, way) <= 0
        let across = isBehind ? nearest : SIMD2(-way.y, way.x)
        let distance_m = FlatMap.product(nearest, nearest).squareRoot()
        let length = FlatMap.product(across, across).squareRoot()
        guard length > 0 else { return nil }
        let direction = across / length
        let (least, greatest) = extent(direction)
        let (away_m, side) = least > 0 ? (least, direction) : (-greatest, -direction)
        let wanted_m =
            isBehind ? distance_m / 2 : max(Self.leastAway_m, Self.leastShare * distance_m)
        guard away_m >= wanted_m else { return nil }
        self.init(through: away_m * side, of: standpoint)
    }

    /// Metres beside a course within which a receiver strays from it in no time, and the share of
    /// the distance within which it does before it is past.
    private static let leastAway_m = 2.0
    private static let leastShare = 0.1

    /// One line beyond which lies everything, and which lies as near as `nearest`, in metres to the
    /// east and to the north; nil where a flat map is not good enough.
    init?(through nearest: SIMD2<Double>, of standpoint: Standpoint) {
        guard let line = Frontier(through: nearest, of: standpoint) else { return nil }
        lines[0] = line
        reach_m = Frontier.reach(of: .infinity, from: standpoint)
    }

    /// One of the lines.
    @inlinable
    @inline(__always)
    public subscript(place: Int) -> Frontier { lines[place] }

    /// At least the metres to what lies beyond the lines after a way of so many degrees of longitude
    /// and latitude.
    @inlinable
    @inline(__always)
    public func metres(after way: SIMD2<Double>) -> Double {
        min(
            lines[0].metres(after: way),
            min(lines[1].metres(after: way), lines[2].metres(after: way)))
    }

    /// The same lines for ways that are counted from elsewhere: from where `way` leads here, with
    /// `metres` taken off all that they tell.
    @inlinable
    public func counted(from way: SIMD2<Double>, less metres: Double) -> Frontiers {
        var other = self
        for place in 0..<Self.count {
            other.lines[place] = lines[place].counted(from: way, less: metres)
        }
        return other
    }
}
