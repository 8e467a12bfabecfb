import Fixes
import Geodesy
import Geofencing
import TestSupport

extension RandomWorld {
    /// A town of a thousand fences, and a receiver that walks and drives through it at 10 Hz.
    ///
    /// No fix has an accuracy, and each has a floor, the same for a whole leg: the engine skips
    /// fixes by the travelled distance only while no change is pending.
    init(townOf seed: UInt64, longitude: Double) {
        random = SplitMix(seed: seed)
        let origin = Coordinate(latitude: random.number(-70...70), longitude: longitude)
        for index in 0..<1000 {
            var fence = fence(index, around: origin, within: Self.town_m)
            // Where one fence of a monitor reaches beyond its outline, all are looked at from as
            // far.
            fence.settings.toleranceExit = nil
            fence.settings.toleranceExit_m = nil
            fences.append(fence)
        }
        let set = FenceSetName("f")
        var plain = MonitorDefinition(name: "plain", source: "gps", fences: set)
        plain.ignorePeriod_s = 0
        var wide = MonitorDefinition(name: "wide", source: "gps", fences: set)
        wide.buffer_m = 12.5
        wide.toleranceExit = 0.2
        wide.confirmExit = Confirmation(fixes: 2, seconds: 0)
        monitors = [plain, wide]
        drive(from: origin)
    }

    private static let town_m = 1500.0
    private static let fixesPerLeg = 24

    /// Legs on foot and by car, and between them what breaks a track.
    private mutating func drive(from origin: Coordinate) {
        var place = origin
        var seconds = 0.0
        for leg in 0..<10 {
            let step_m = [0.14, 1.4, 3][leg % 3]
            var course = random.number(0...360)
            let floor = Int(random.number(0...1.99))
            for _ in 0..<Self.fixesPerLeg {
                course += random.number(-10...10)
                place = place.destination(
                    azimuth: course.remainder(dividingBy: 360), distance: step_m)
                seconds += 0.1
                var update = LocationUpdate(position: place, time: nil)
                update.floor = floor
                updates.append((seconds, update))
            }
            switch leg % 5 {
            case 0: seconds += random.number(1...9)
            case 1: seconds += random.number(100...400)
            case 2:
                // A jump no receiver can have made, from which it comes back.
                let far = origin.destination(
                    azimuth: random.number(0...360), distance: Self.town_m)
                seconds += 0.1
                updates.append((seconds, LocationUpdate(position: far, time: nil)))
            case 3:
                seconds += random.number(60...90)
                place = place.destination(
                    azimuth: random.number(0...360), distance: random.number(100...500))
            default:
                seconds += random.number(200...300)
                place = origin.destination(
                    azimuth: random.number(0...360), distance: random.number(0...Self.town_m))
            }
        }
    }
}
