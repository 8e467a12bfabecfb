import Geodesy
import TestSupport

/// A kind of vehicle: how fast it moves, how it turns, and when it stops.
enum Vehicle: String, CaseIterable {
    case bus, car, tram, walker, anchoredBoat, aircraft

    /// Travel speeds to choose from, metres per second.
    private var speeds_mps: ClosedRange<Double> {
        switch self {
        case .bus: 6...16
        case .car: 8...40
        case .tram: 8...20
        case .walker: 0.8...1.8
        case .anchoredBoat: 0.1...0.6
        case .aircraft: 180...255
        }
    }

    /// Metres per second squared when its speed changes.
    private var acceleration_mps2: Double {
        switch self {
        case .bus, .tram: 1.3
        case .car: 4
        case .walker: 1
        case .anchoredBoat: 0.05
        case .aircraft: 1.5
        }
    }

    /// The largest turn in a second, degrees.
    private var turn_deg: Double {
        switch self {
        case .bus, .car: 12
        case .tram: 4
        case .walker: 60
        case .anchoredBoat: 1.5
        case .aircraft: 1.2
        }
    }

    /// The share of legs that are stops, and how long they last, seconds.
    private var stops: (share: Double, seconds: ClosedRange<Double>) {
        switch self {
        case .bus, .tram: (0.45, 12...60)
        case .car: (0.2, 5...300)
        case .walker: (0.25, 3...400)
        case .anchoredBoat: (0.3, 20...600)
        case .aircraft: (0, 1...1)
        }
    }

    /// Where it really is every `step_s` seconds, from `start` on.
    func drive(
        from start: Coordinate, seconds: Double, step_s: Double, _ random: inout SplitMix
    ) -> TruePath {
        var path = TruePath(step_s: step_s)
        var (place, course, speed) = (start, random.number(0...360), 0.0)
        var (wanted, turn, left) = (0.0, 0.0, 0.0)
        if self == .aircraft { speed = random.number(speeds_mps) }
        for _ in 0..<Int(seconds / step_s) {
            if left <= 0 {
                let stands = random.number(0...1) < stops.share
                wanted = stands ? 0 : random.number(speeds_mps)
                left = random.number(stands ? stops.seconds : 10...120)
                let turns = random.number(0...1) < 0.4
                turn = turns ? random.number(-turn_deg...turn_deg) : random.number(-0.2...0.2)
            }
            left -= step_s
            let change = acceleration_mps2 * step_s
            speed += max(-change, min(change, wanted - speed))
            course += turn * step_s * min(1, speed)
            if turn != 0, random.number(0...1) < step_s / 8 { turn = 0 }
            place = place.moved(course_deg: course, metres: speed * step_s)
            path.append(place, speed)
        }
        return path
    }
}

extension Coordinate {
    /// Metres of a degree of its meridian and of its parallel.
    var degree_m: (north: Double, east: Double) {
        let (sine, cosine) = sineAndCosine(latitude * .pi / 180)
        let eccentricity2 = 0.006_694_379_990_14
        let root = (1 - eccentricity2 * sine * sine).squareRoot()
        let degree_m = 6_378_137 * Double.pi / 180 / root
        return (degree_m * (1 - eccentricity2) / (root * root), degree_m * cosine)
    }

    /// The place that many metres on, in a frame tangent to the ellipsoid there.
    func moved(course_deg: Double, metres: Double) -> Coordinate {
        let (sine, cosine) = sineAndCosine(course_deg * .pi / 180)
        return Coordinate(
            latitude: latitude + metres * cosine / degree_m.north,
            longitude: longitude + metres * sine / degree_m.east)
    }
}
