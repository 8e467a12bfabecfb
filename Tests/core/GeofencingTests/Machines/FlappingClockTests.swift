import Chronology
import TestSupport
import Testing

@testable import Geofencing

/// Toggles that are suppressed for long are reported, with the share of time inside.
struct FlappingClockTests {
    @Test(arguments: try Table.rows("flapping-clock", in: "Geofencing/machines"))
    func flappingIsReported(row: Table.Row)
        throws
    {
        var clock = FlappingClock(since: BootInstant(s: 0))
        var findings: [String] = []
        for (word, seconds) in try row.script(1) {
            let finding = clock.toggle(
                to: word == "in" ? .inside : .outside, at: BootInstant(s: seconds),
                cap_s: try row.number(0))
            if let finding {
                findings.append("\(finding.toggles)x\(finding.shareInside)@\(Int(seconds))")
            }
        }
        #expect(findings.joined(separator: " ") == row.words(2))
    }
}
