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

    /// Who has gone straight is looked for along its way, in as large an area as without that; where
    /// thresholds lie beside it, around a place ahead. Who has come back to where it was at the last look
    /// is looked for there. Each time all is known of where it is.
    @Test(arguments: [0.0, 90, 200]) func looksAheadOfWhoGoesStraight(course: Double) throws {
        let start = Coordinate(latitude: 50, longitude: 180)
        let there = start.destination(azimuth: course, distance: 40)
        let circle = { (reach_m: Double) in .pi * reach_m * reach_m }
        for (place, threshold_m) in [(there, 0.0), (there, 100), (start, 0)] {
            var neighbourhood = Neighbourhood()
            look(around: Standpoint(start), nil, from: start, travelled_m: 0, &neighbourhood)
            _ = neighbourhood.passes(travelled_m: 40, strain_m: 0)
            neighbourhood.come(to: place)
            let reach_m = neighbourhood.reach_m
            let ahead = try #require(
                neighbourhood.lookAhead(after: 1, threshold_m: threshold_m))
            let half_m = (ahead.halfLine * ahead.halfLine).sum().squareRoot()
            let isStrip = place == there && threshold_m == 0
            #expect((half_m > reach_m) == isStrip)
            #expect((ahead.reach_m < reach_m / 2) == isStrip)
            let area = circle(ahead.reach_m) + 4 * half_m * ahead.reach_m
            #expect(abs(area / circle(reach_m) - 1) < 1e-9)
            let ahead_m = isStrip ? half_m : place == start ? 0 : Neighbourhood.ahead * reach_m
            let expected = place.destination(azimuth: course, distance: ahead_m)
            #expect(ahead.middle.distance(to: expected) < 0.2)
            look(
                around: Standpoint(ahead.middle), ahead, from: place, travelled_m: 40,
                &neighbourhood)
            let asideFromLine_m = isStrip ? 0 : ahead_m
            let known_m = neighbourhood.horizon_m - 40
            #expect(abs(neighbourhood.seen_m - asideFromLine_m - known_m) < 1)
            #expect(known_m > 0)
        }
    }

    private func look(
        around middle: Standpoint, _ ahead: Neighbourhood.LookAhead?, from place: Coordinate,
        travelled_m: Double, _ neighbourhood: inout Neighbourhood
    ) {
        _ = neighbourhood.passes(travelled_m: travelled_m, strain_m: 0)
        _ = neighbourhood.beginSurvey(around: middle, ahead, from: place, step_m: 1)
        neighbourhood.endSurvey(isInOrder: true, sweep_m: 0)
    }
}
