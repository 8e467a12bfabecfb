import Fixes
import Geodesy
import Geofencing
import TestSupport

extension RandomWorld {
    /// A country of overlapping fences, and a receiver with a fix every few minutes: mostly
    /// elsewhere, sometimes at the same position, and sometimes a little farther at the same
    /// instant.
    init(sparse seed: UInt64) {
        random = SplitMix(seed: seed)
        let origin = Coordinate(latitude: random.number(-70...70), longitude: 4)
        for index in 0..<200 {
            fences.append(
                polygonFence(index, around: origin, within: Self.country_m, radius: 4000))
        }
        monitors = ["plain", "patient", "sure"].map {
            MonitorDefinition(name: $0, source: "gps", fences: FenceSetName("f"))
        }
        monitors[0].ignorePeriod_s = 0
        monitors[1].ignorePeriod_s = 1500
        monitors[1].dwell_s = 2000
        monitors[2].confirmEnter = Confirmation(fixes: 2, seconds: 0)
        monitors[2].confirmExit = Confirmation(fixes: 3, seconds: 0)
        addSparseFixes(around: origin)
    }

    /// Two monitors that need nearby fences: those of one extend beyond their outlines, the
    /// thresholds of the other depend on the accuracy of fixes, which changes at times.
    mutating func addCaution() {
        var near = MonitorDefinition(name: "near", source: "gps", fences: FenceSetName("f"))
        near.buffer_m = 300
        var careful = MonitorDefinition(name: "careful", source: "gps", fences: FenceSetName("f"))
        careful.accuracyMode = .useGeometryWithAccuracy
        // A monitor that needs no nearby fences comes before the first that does.
        monitors = monitors[..<1] + [near] + monitors[1...] + [careful]
        var accuracy_m = 10.0
        for place in updates.indices {
            if random.number(0...1) < 0.05 { accuracy_m = random.number(5...500) }
            updates[place].1.accuracy_m = accuracy_m
        }
    }

    private static let country_m = 12_000.0

    private mutating func addSparseFixes(around origin: Coordinate) {
        var (place, seconds) = (origin, 0.0)
        for _ in 0..<400 {
            let kind = random.number(0...1)
            seconds += kind < 0.1 ? 1 : random.number(300...900)
            if kind < 0.1 {
                place = place.destination(
                    azimuth: random.number(-180...180), distance: random.number(0...20))
            } else if kind < 0.75 {
                place = origin.destination(
                    azimuth: random.number(0...360), distance: random.number(0...Self.country_m))
            }
            updates.append((seconds, LocationUpdate(position: place, time: nil)))
        }
    }
}
