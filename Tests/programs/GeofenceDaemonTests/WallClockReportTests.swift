import Chronology
import Settings
import Testing

@testable import GeofenceDaemon

@Suite struct WallClockReportTests {
    private let noon = UTCInstant(nanoseconds: 1_795_000_000_000_000_000)

    private func boot(_ seconds: Double) -> BootInstant {
        BootInstant(nanoseconds: 0).advanced(bySeconds: seconds)
    }

    /// The offset that is reported: nil for no report, `.some(nil)` for no trust.
    private func offset(
        _ report: inout WallClockReport, wall_s: Double, at seconds: Double
    ) -> Int64?? {
        report.change(noon.advanced(bySeconds: wall_s), at: boot(seconds))
    }

    @Test func aTrustedClockIsReportedOnceAndAfterEachStep() {
        var report = WallClockReport(.trusted) { false }
        #expect(offset(&report, wall_s: 0, at: 0) == .some(noon.nanoseconds))
        #expect(offset(&report, wall_s: 1.05, at: 1) == nil, "slewed")
        #expect(offset(&report, wall_s: 3602, at: 2) == .some(noon.nanoseconds + 3_600_000_000_000))
        #expect(offset(&report, wall_s: 3603, at: 3) == nil)
        #expect(offset(&report, wall_s: 4, at: 4) == .some(noon.nanoseconds), "stepped back")
    }

    @Test func trustComesAndGoesWithTheFlag() {
        var isSynchronized = false
        var asked = 0
        var report = WallClockReport(.auto) {
            asked += 1
            return isSynchronized
        }
        #expect(offset(&report, wall_s: 0, at: 0) == nil)
        isSynchronized = true
        #expect(offset(&report, wall_s: 9, at: 9) == nil, "not asked yet")
        #expect(offset(&report, wall_s: 10, at: 10) == .some(noon.nanoseconds))
        isSynchronized = false
        #expect(offset(&report, wall_s: 20, at: 20) == .some(nil))
        #expect(offset(&report, wall_s: 25, at: 25) == nil)
        #expect(asked == 3)
    }

    @Test func anUntrustedClockIsNeverReported() {
        var report = WallClockReport(.untrusted) { true }
        #expect((0..<100).allSatisfy { offset(&report, wall_s: Double($0), at: Double($0)) == nil })
    }
}
