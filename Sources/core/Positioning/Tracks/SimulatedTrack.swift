public import Chronology
import Geodesy

/// The fixes of a simulated receiver that follows a path, for tests without a real journey.
///
/// The first fix is at the start of the path, the last one at its end. The fixes have speed and
/// course like those of a real receiver.
public struct SimulatedTrack: Sequence, Sendable {
    /// How the path is followed.
    public enum Pace: Hashable, Sendable {
        /// With this speed in metres per second, above 0, along geodesics.
        case speed(Double)
        /// One fix for each position of the path, in order.
        case placeByPlace
    }

    /// The path to follow.
    public let path: SimulatedPath
    /// How the path is followed.
    public let pace: Pace
    /// Seconds between fixes, above 0.
    public let intervalSeconds: Double
    /// The time of the first fix; nil for fixes without time.
    public let start: UTCInstant?
    /// The accuracy of every fix: the metres that hold 95 % of errors; nil for none.
    public let accuracyMetres: Double?

    /// Creates a track; nil when the speed or the interval is not a finite number above 0.
    public init?(
        _ path: SimulatedPath, pace: Pace, intervalSeconds: Double = 1, start: UTCInstant? = nil,
        accuracyMetres: Double? = nil
    ) {
        if case .speed(let speed) = pace, !(speed > 0 && speed.isFinite) { return nil }
        guard intervalSeconds > 0, intervalSeconds.isFinite else { return nil }
        self.path = path
        self.pace = pace
        self.intervalSeconds = intervalSeconds
        self.start = start
        self.accuracyMetres = accuracyMetres
    }

    /// Returns an iterator at the first fix.
    public func makeIterator() -> Iterator {
        Iterator(self)
    }

    /// Returns the fixes one by one.
    public struct Iterator: IteratorProtocol, Sendable {
        private let track: SimulatedTrack
        private var count = 0
        private var legIndex = 0
        private var leg: Geodesic?
        /// The metres travelled on the current leg.
        private var walked = 0.0
        private var isFinished = false

        fileprivate init(_ track: SimulatedTrack) {
            self.track = track
            leg = Self.leg(of: track.path, at: 0)
        }

        /// Returns the next fix; nil after the fix at the end of the path.
        public mutating func next() -> Fix? {
            guard !isFinished else { return nil }
            defer { count += 1 }
            if count > 0 { step() }
            guard let leg else {
                isFinished = true
                return fix(at: track.path.places[track.path.places.count - 1], leg: nil)
            }
            let from = track.path.places[legIndex]
            let place =
                walked == 0
                ? from : from.destination(azimuth: leg.initialAzimuth, distance: walked)
            return fix(at: place, leg: leg)
        }

        /// Advances by one interval, over as many legs as that takes.
        private mutating func step() {
            switch track.pace {
            case .placeByPlace: nextLeg()
            case .speed(let speed):
                walked += speed * track.intervalSeconds
                while let present = leg, walked >= present.length {
                    let beyond = walked - present.length
                    nextLeg()
                    walked = beyond
                }
            }
        }

        private mutating func nextLeg() {
            legIndex += 1
            walked = 0
            leg = Self.leg(of: track.path, at: legIndex)
        }

        private static func leg(of path: SimulatedPath, at index: Int) -> Geodesic? {
            guard index + 1 < path.places.count else { return nil }
            return Geodesic(from: path.places[index], to: path.places[index + 1])
        }

        private func fix(at place: Coordinate, leg: Geodesic?) -> Fix {
            let elapsed = Double(count) * track.intervalSeconds
            var fix = Fix(
                position: place, time: track.start.map { $0.advanced(bySeconds: elapsed) })
            switch track.pace {
            case .speed(let speed): fix.speedMetresPerSecond = leg == nil ? 0 : speed
            case .placeByPlace:
                fix.speedMetresPerSecond = leg.map { $0.length / track.intervalSeconds } ?? 0
            }
            fix.courseDegrees = leg.map {
                $0.initialAzimuth < 0 ? $0.initialAzimuth + 360 : $0.initialAzimuth
            }
            fix.horizontalAccuracy = track.accuracyMetres.flatMap {
                HorizontalAccuracy(metres: $0, level: .percent95, basis: .reported)
            }
            return fix
        }
    }
}
