import Chronology
import Geodesy
import Testing

@testable import Geofencing

/// Fixes after a jump: when they are believed.
struct QuarantineTests {
    /// The first fix begins it; `agree` and `differ` follow.
    @Test(arguments: try Table.rows("quarantine")) func isBelieved(row: Table.Row) throws {
        func fix(_ seconds: Double) -> AcceptedFix {
            let place = Coordinate(latitude: 52, longitude: 4)
            return AcceptedFix(
                update: LocationUpdate(position: place, time: nil), boot: BootInstant(s: seconds),
                feed: FeedInstant(s: seconds))
        }
        var quarantine = Quarantine(fix(0))
        var believed = "never"
        for (word, seconds) in try row.script(0) where believed == "never" {
            if quarantine.take(fix(seconds), agrees: word == "agree") { believed = "\(seconds)" }
        }
        #expect(believed == row.words(1))
    }
}
