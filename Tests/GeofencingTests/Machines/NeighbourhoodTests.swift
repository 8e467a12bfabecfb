import Geodesy
import TestSupport
import Testing

@testable import Geofencing

struct NeighbourhoodTests {
    /// A receiver that stands still travels nowhere: what has to be looked at now would not be looked
    /// at ever if its odometer were rounded upwards, however little.
    @Test func whatIsDueIsDueForAReceiverThatStandsStill() {
        var random = SplitMix(seed: 7)
        let place = Coordinate(latitude: 50, longitude: 7)
        for _ in 0..<1000 {
            let travelled_m = random.number(0...100)
            var neighbourhood = Neighbourhood()
            _ = neighbourhood.passes(
                travelled_m: travelled_m, strain_m: random.number(0...100))
            _ = neighbourhood.beginSurvey(
                around: Standpoint(place), from: place, step_m: 1)
            neighbourhood.add(0, isPlain: false, slack_m: 0)
            neighbourhood.endSurvey(isInOrder: true, sweep_m: 0)
            neighbourhood.settle()
            #expect(neighbourhood.dueAt_m <= travelled_m)
        }
    }
}
