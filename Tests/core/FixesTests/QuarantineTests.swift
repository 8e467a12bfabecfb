import Chronology
import Geodesy
import TestSupport
import Testing

@testable import Fixes

/// Fixes after a jump: when they are believed.
struct QuarantineTests {
    /// Kilometres of the jump | what the fixes after the first say of it | when it is believed
    @Test(arguments: try Table.rows("quarantine", in: "Fixes")) func isBelieved(row: Table.Row)
        throws
    {
        func fix(_ seconds: Double) -> AcceptedFix {
            let place = Coordinate(latitude: 52, longitude: 4)
            return AcceptedFix(
                update: LocationUpdate(position: place, time: nil), boot: BootInstant(s: seconds),
                feed: FeedInstant(s: seconds))
        }
        let distance_m = try row.number(0) * 1000
        var quarantine = Quarantine(fix(0))
        var believed = "never"
        for (word, seconds) in try row.script(1) where believed == "never" {
            if word == "differ" {
                quarantine = Quarantine(fix(seconds))
            } else {
                quarantine.take(fix(seconds), isReachable: true)
            }
            if quarantine.isBelieved(distance_m: distance_m, maxSpeed_mps: 100) {
                believed = "\(seconds)"
            }
        }
        #expect(believed == row.words(2))
    }

    /// An airliner without reported speeds goes on beyond the limit, straight and steadily;
    /// reflections that come from anywhere do not.
    @Test(arguments: [(0.0, true), (0.004, false)])
    func steadyFixesBeyondTheLimitAreAccepted(sideways: Double, isBelieved: Bool) {
        func fix(_ seconds: Int) -> AcceptedFix {
            let side = seconds.isMultiple(of: 2) ? sideways : -sideways
            let place = Coordinate(
                latitude: 52 + Double(seconds) * 250 / 111_200, longitude: 4 + side)
            return AcceptedFix(
                update: LocationUpdate(position: place, time: nil),
                boot: BootInstant(s: Double(seconds)), feed: FeedInstant(s: Double(seconds)))
        }
        var quarantine = Quarantine(fix(0))
        var believed: Int?
        for seconds in 1...120 where believed == nil {
            quarantine.take(fix(seconds), isReachable: false)
            if quarantine.isBelieved(distance_m: 1e5, maxSpeed_mps: 100) { believed = seconds }
        }
        #expect(believed == (isBelieved ? 60 : nil))
    }

    /// After a second jump the confirmation begins again, and takes as long as after any jump.
    @Test func secondJumpStartsAgain() {
        func fix(_ seconds: Int) -> AcceptedFix {
            AcceptedFix(
                update: LocationUpdate(
                    position: Coordinate(latitude: seconds == 0 ? 52 : 53, longitude: 4), time: nil),
                boot: BootInstant(s: Double(seconds)), feed: FeedInstant(s: Double(seconds)))
        }
        var quarantine = Quarantine(fix(0))
        var believed: Int?
        for seconds in 1...120 where believed == nil {
            quarantine.take(fix(seconds), isReachable: seconds > 1)
            if quarantine.isBelieved(distance_m: 200, maxSpeed_mps: 100) { believed = seconds }
        }
        #expect(believed == 5)
    }
}
