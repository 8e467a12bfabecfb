import Geodesy
import TestSupport
import Testing

@testable import Geofencing

struct NearbyFencesTests {
    /// A receiver that stands still travels nowhere: a fence that has to be evaluated now would never be
    /// evaluated if its odometer were rounded upwards, however little.
    @Test func whatIsDueIsDueForAReceiverThatStandsStill() {
        var random = SplitMix(seed: 7)
        let place = Coordinate(latitude: 50, longitude: 7)
        for _ in 0..<1000 {
            let travelled_m = random.number(0...100)
            var nearby = NearbyFences()
            _ = nearby.canSkip(
                travelled_m: travelled_m, accuracyDrift_m: random.number(0...100))
            _ = nearby.beginRefresh(at: place, segment_m: 1)
            nearby.add(0, safe_m: 0)
            nearby.endRefresh(isInOrder: true, segmentReach_m: 0)
            nearby.settle()
            #expect(nearby.safeTravel_m <= travelled_m)
        }
    }

    /// A receiver that has come back to where the list was made has used up none of it, however far it
    /// has travelled.
    @Test func theListIsValidAroundTheActualPosition() {
        let start = Coordinate(latitude: 50, longitude: 180)
        var nearby = NearbyFences()
        _ = nearby.canSkip(travelled_m: 0, accuracyDrift_m: 0)
        let radius_m = nearby.beginRefresh(at: start, segment_m: 1)
        nearby.endRefresh(isInOrder: true, segmentReach_m: 0)
        _ = nearby.canSkip(travelled_m: 2 * radius_m, accuracyDrift_m: 1)
        let isUsedUp = nearby.needsRefresh(at: start, after: 1)
        #expect(!isUsedUp)
        #expect(nearby.validUntil_m == 3 * radius_m)
        let far = start.destination(azimuth: 90, distance: radius_m)
        _ = nearby.canSkip(travelled_m: 3 * radius_m, accuracyDrift_m: 0)
        let isUsedUpThere = nearby.needsRefresh(at: far, after: 1)
        #expect(isUsedUpThere)
    }
}
