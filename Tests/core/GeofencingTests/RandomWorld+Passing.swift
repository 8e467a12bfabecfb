import Fixes
import Geodesy
import Geofencing
import TestSupport

extension RandomWorld {
    /// Rings of few and of many corners, and a receiver that drives past them, through them and
    /// along their edges at any speed, a fix a second.
    init(passing seed: UInt64) {
        self.init(passing: seed, near: nil)
    }

    /// - Parameter latitude: that around which all of it is; nil for any where a map is flat.
    init(passing seed: UInt64, near latitude: Double?) {
        random = SplitMix(seed: seed)
        let origin = Coordinate(
            latitude: latitude ?? random.number(-79...79), longitude: 179.999)
        for index in 0..<50 {
            let radius = random.number(5...250)
            fences.append(polygonFence(index, around: origin, within: 500, radius: radius))
        }
        var loose = MonitorDefinition(
            name: "loose", source: "gps", fences: FenceSetName("f"))
        loose.toleranceExit = 0.2
        loose.toleranceEnter = 0.1
        monitors = Self.plainAndWide + [loose]
        pass(origin)
    }

    /// One monitor whose thresholds are the boundaries as drawn, and one of which they lie beside.
    static var plainAndWide: [MonitorDefinition] {
        let set = FenceSetName("f")
        var plain = MonitorDefinition(name: "plain", source: "gps", fences: set)
        plain.ignorePeriod_s = 0
        var wide = MonitorDefinition(name: "wide", source: "gps", fences: set)
        wide.buffer_m = 4
        wide.ignorePeriod_s = 5
        return [plain, wide]
    }

    /// Adds a last monitor that accepts none of the fixes, so that each is evaluated completely
    /// after the other monitors have skipped it.
    mutating func addDoubt() {
        var doubtful = MonitorDefinition(
            name: "doubtful", source: "gps", fences: FenceSetName("f"))
        doubtful.accuracyLimit = .fixed(5)
        monitors.append(doubtful)
        for place in updates.indices { updates[place].update.accuracy_m = 10 }
    }

    /// Adds after every third fix a better one of the same instant, some metres away.
    mutating func addReplacements() {
        updates = updates.enumerated().flatMap { number, fix in
            guard number.isMultiple(of: 3) else { return [fix] }
            var first = fix
            first.update.position = fix.update.position.destination(
                azimuth: random.number(0...360), distance: random.number(0...15))
            first.update.accuracy_m = 20
            var second = fix
            second.update.accuracy_m = 5
            return [first, second]
        }
    }

    /// Lets the accuracy of the first fixes alternate, for monitors that use it: the accuracy drift
    /// of thresholds accumulates.
    mutating func addAccuracyDrift() {
        for monitor in monitors.indices {
            monitors[monitor].accuracyMode = .useGeometryWithAccuracy
        }
        for place in updates.indices {
            updates[place].update.accuracy_m = place.isMultiple(of: 2) && place < 300 ? 2e6 : 1
        }
    }

    private mutating func pass(_ origin: Coordinate) {
        var place = origin
        var (course, metres, seconds) = (random.number(0...360), 1.5, 0.0)
        for _ in 0..<900 {
            if random.number(0...1) < 0.05 {
                metres = [0, 0.05, 0.7, 3, 11, 29, 31][Int(random.number(0...6.99))]
            }
            course += random.number(-4...4)
            if place.distance(to: origin) > 600 { course = random.number(0...360) }
            place = place.destination(azimuth: course.remainder(dividingBy: 360), distance: metres)
            if place.distance(to: origin) > 900 { place = origin }
            seconds += 1
            updates.append((seconds, LocationUpdate(position: place, time: nil)))
        }
    }
}
