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

    /// Who has gone straight is looked for ahead, by a share of how far is looked; who has come back to
    /// where it was at the last look is looked for there. Either way all is known of where it is.
    @Test(arguments: [0.0, 90, 200]) func looksAheadOfWhoGoesStraight(course: Double) throws {
        let start = Coordinate(latitude: 50, longitude: 180)
        let there = start.destination(azimuth: course, distance: 40)
        for (place, share) in [(there, Neighbourhood.ahead), (start, 0)] {
            var neighbourhood = Neighbourhood()
            look(around: Standpoint(start), from: start, travelled_m: 0, &neighbourhood)
            _ = neighbourhood.passes(travelled_m: 40, strain_m: 0)
            neighbourhood.come(to: place)
            let ahead_m = share * neighbourhood.reach_m
            let middle = try #require(neighbourhood.middleAhead(after: 1))
            let expected = place.destination(azimuth: course, distance: ahead_m)
            #expect(middle.distance(to: expected) < 0.1)
            look(around: Standpoint(middle), from: place, travelled_m: 40, &neighbourhood)
            #expect(abs(neighbourhood.seen_m - ahead_m - (neighbourhood.horizon_m - 40)) < 1)
            #expect(neighbourhood.horizon_m > 40)
        }
    }

    private func look(
        around middle: Standpoint, from place: Coordinate, travelled_m: Double,
        _ neighbourhood: inout Neighbourhood
    ) {
        _ = neighbourhood.passes(travelled_m: travelled_m, strain_m: 0)
        _ = neighbourhood.beginSurvey(around: middle, from: place, step_m: 1)
        neighbourhood.endSurvey(isInOrder: true, sweep_m: 0)
    }
}
