import Geodesy
import TestSupport

/// A ring with arms and bays around a random place, from a few metres to some kilometres wide.
struct RandomRing {
    let middle: Coordinate
    let vertices: [Coordinate]
    /// Metres from the middle to the farthest vertex, about.
    let radius_m: Double

    init(_ random: inout SplitMix) {
        middle = Coordinate(
            latitude: random.number(-70...70), longitude: random.number(-180...180))
        let reach_m = 10 * 300 * random.number(0.01...1)
        radius_m = reach_m
        let count = Int(random.number(3...40))
        let turn = random.number(0...360)
        vertices = (0..<count).map { [middle] index in
            middle.destination(
                azimuth: turn + 360 * Double(index) / Double(count),
                distance: reach_m * random.number(0.3...1))
        }
    }

    /// A place at up to that many metres from the middle.
    func place(within metres: Double, _ random: inout SplitMix) -> Coordinate {
        middle.destination(azimuth: random.number(0...360), distance: random.number(0...metres))
    }
}
