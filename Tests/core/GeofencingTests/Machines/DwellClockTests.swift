import Chronology
import TestSupport
import Testing

@testable import Geofencing

/// The dwell clock of a visit: the deadline of the next dwell event after running and standing
/// still.
struct DwellClockTests {
    @Test(arguments: try Table.rows("dwell-clock", in: "Geofencing/machines")) func isDue(
        row: Table.Row
    ) throws {
        let (dwell_s, repeat_s) = (try row.number(2), Double(row.words(3)))
        var clock = DwellClock(runningSince: BootInstant(s: try row.number(0)))
        for (word, seconds) in try row.script(1) {
            let now = BootInstant(s: seconds)
            switch word {
            case "pause": clock.pause(at: now)
            case "resume": clock.resume(at: now)
            case "sent": clock.countEvent(at: now, dwell_s: dwell_s, repeat_s: repeat_s)
            case let other: Issue.record("no verb \(other)")
            }
        }
        let deadline = clock.deadline(dwell_s: dwell_s, repeat_s: repeat_s)
        #expect((deadline?.words ?? "none") == row.words(4))
        #expect(clock.seconds(at: BootInstant(s: 200)) == (try row.number(5)))
    }
}
