import Geodesy

// Driving past a fence brings it no nearer, though the odometer runs on. So beside the metres to a
// fence the lines are kept that part it from the receiver: while none of them is crossed, it need
// not be measured again.
extension Neighbourhood {
    /// Whether the fence at that place is due for a receiver that has made such a step.
    @inline(__always)
    mutating func isDue(_ place: Int, after step: Footing) -> Bool {
        guard isDueAtOnce(place) else { return false }
        guard step.isShort, entries[place].holds_m > odometer_m else { return true }
        let slack_m = entries[place].frontiers.metres(after: step.way) - strain_m
        guard slack_m > 0 else { return true }
        entries[place].due_m = min(odometer_m + slack_m, entries[place].holds_m)
        return false
    }

    /// Takes over what was known before a survey of the fences that are still near. It holds there
    /// as well, if no step was long that has led there.
    mutating func recall() {
        guard !former.isEmpty else { return }
        var next = 0
        for place in entries.indices {
            while next < former.count, former[next].fence < entries[place].fence { next += 1 }
            guard next < former.count else { break }
            guard former[next].fence == entries[place].fence else { continue }
            entries[place].due_m = max(entries[place].due_m, former[next].due_m)
            guard former[next].holds_m > odometer_m else { continue }
            let frontiers = former[next].frontiers.counted(from: wayFromFormer, less: 0)
            let slack_m = frontiers.metres(after: .zero) - strain_m
            guard slack_m > 0, odometer_m + slack_m > entries[place].due_m else { continue }
            entries[place].frontiers = frontiers
            entries[place].holds_m = former[next].holds_m
            entries[place].due_m = min(odometer_m + slack_m, former[next].holds_m)
        }
        former.removeAll(keepingCapacity: true)
    }

    /// How a receiver has come to where it is.
    struct Footing {
        /// Degrees of longitude and latitude from where the frontiers are counted from.
        let way: SIMD2<Double>
        /// Whether the step there was so short that it was straight on the map.
        let isShort: Bool
    }

    /// Degrees of longitude and latitude to a place from where ways to frontiers are counted from.
    func way(to place: Coordinate) -> SIMD2<Double> { origin.degrees(to: place) }

    /// How the receiver has come to a place by a step of so many metres.
    func footing(at place: Coordinate, step_m: Double) -> Footing {
        Footing(way: way(to: place), isShort: step_m < Path.straightOnMap_m)
    }

    /// The fence at that place, or the last one, cannot matter on this side of frontiers either.
    ///
    /// - Parameters:
    ///   - threshold_m: metres before the frontiers at which it can matter.
    ///   - way: degrees of longitude and latitude to where ways to the frontiers are counted from.
    mutating func draw(
        _ frontiers: Frontiers, of place: Int? = nil, threshold_m: Double,
        after way: SIMD2<Double> = .zero
    ) {
        guard threshold_m >= 0 else { return }
        let place = place ?? entries.count - 1
        let taken_m = threshold_m + Self.margin_m
        entries[place].frontiers = frontiers.counted(from: -way, less: taken_m - strain_m)
        entries[place].holds_m = odometer_m + frontiers.reach_m - taken_m
    }

    /// The fence at that place cannot matter before what a look at it told, nor on this side of its
    /// frontiers.
    ///
    /// Those are of use only where it does not matter before the receiver has come near the boundary
    /// as drawn: not outside of that, but inside of its buffer.
    ///
    /// - Parameter frontiers: nil where nothing is known but the distance.
    @inline(__always)
    mutating func set(
        _ place: Int, _ outlook: Outlook, _ frontiers: Frontiers?, after way: SIMD2<Double>
    ) {
        set(place, slack_m: outlook.slack_m)
        let distance_m = outlook.distance_m
        guard outlook.slack_m > 0, (distance_m < 0) == outlook.isInside, let frontiers
        else { return }
        draw(frontiers, of: place, threshold_m: abs(distance_m) - outlook.slack_m, after: way)
    }

    /// Keeps the frontiers of the fence at that place until it is known what it matters for; nil for
    /// none.
    mutating func sketch(_ frontiers: Frontiers?, of place: Int) {
        entries[place].holds_m = -.infinity
        entries[place].isSketched = frontiers != nil
        if let frontiers { entries[place].frontiers = frontiers }
    }

    /// The same as of any other fence, of one whose frontiers are sketched.
    mutating func set(_ place: Int, _ outlook: Outlook, after way: SIMD2<Double>) {
        let frontiers = entries[place].isSketched ? entries[place].frontiers : nil
        set(place, outlook, frontiers, after: way)
    }

    /// Shows the frontiers around a place, and how far the receiver may go from there among them.
    ///
    /// It changes nothing, but else a copy of all of this would be asked.
    mutating func show(in clearing: inout Clearing) {
        let way = way(to: clearing.middle)
        let end_m = entries.indices.reduce(horizon_m) {
            min($0, max(entries[$1].due_m, entries[$1].holds_m))
        }
        clearing.end(at: travelled_m(at: end_m))
        // What cannot be come to before the end need not be known.
        let reach_m = end_m - odometer_m
        for place in entries.indices where entries[place].due_m < end_m {
            for line in 0..<Frontiers.count {
                let frontier = entries[place].frontiers[line].counted(from: way, less: strain_m)
                if frontier.height_m < reach_m { clearing.add(frontier) }
            }
        }
    }
}
