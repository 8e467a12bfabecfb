import Fixes
import Geodesy
import Geofencing
import TestSupport

extension RandomWorld {
    /// Small circles and rings on and beside a road that is nearly straight, and a receiver that
    /// drives along it by steps longer than they are, a fix a second.
    init(roadOf seed: UInt64, near latitude: Double?) {
        random = SplitMix(seed: seed)
        var place = Coordinate(
            latitude: latitude ?? random.number(-79...79), longitude: 179.98)
        var (course, metres, seconds) = (random.number(0...360), 29.0, 0.0)
        for _ in 0..<800 {
            if random.number(0...1) < 0.2 {
                metres = [3, 5, 29, 31, 60][Int(random.number(0...4.99))]
            }
            course += random.number(-1...1)
            if random.number(0...1) < 0.01 { course += random.number(-90...90) }
            place = place.destination(azimuth: course.remainder(dividingBy: 360), distance: metres)
            seconds += 1
            updates.append((seconds, LocationUpdate(position: place, time: nil)))
            if random.number(0...1) < 0.6 { addFence(near: place) }
        }
        monitors = Self.plainAndWide
    }

    private mutating func addFence(near place: Coordinate) {
        let center = place.destination(
            azimuth: random.number(0...360), distance: random.number(0...40))
        let radius = random.number(2...6)
        let shape =
            random.number(0...1) < 0.7
            ? Shape.circle(center: center, radius: radius)
            : polygon(around: center, radius: radius)
        fences.append(Fence(id: "f\(fences.count)", shape: shape))
    }
}
