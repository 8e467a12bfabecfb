import Chronology
import Positioning
import Testing

/// When a source scans and rests, and at which speed a line is listened to.
struct ScheduleTests {
    private func at(_ seconds: Double) -> BootInstant {
        BootInstant(nanoseconds: Int64(seconds * 1e9))
    }

    @Test(arguments: [
        (0.0, true, 1.1), (1.0, true, 1.1), (1.1, false, 10.0), (9.9, false, 10.0),
        (10.0, true, 11.1), (25.0, false, 30.0), (-3.0, true, 1.1),
    ])
    func scansThenRests(_ now: Double, _ isScanning: Bool, _ until: Double) throws {
        let cycle = try #require(DutyCycle(scanSeconds: 1.1, restSeconds: 8.9, start: at(0)))
        #expect(cycle.phase(at: at(now)).isScanning == isScanning)
        #expect(cycle.phase(at: at(now)).until == at(until))
    }

    @Test func withoutRestTheScanNeverEnds() throws {
        let cycle = try #require(DutyCycle(scanSeconds: 1.1, restSeconds: 0, start: at(0)))
        #expect(cycle.phase(at: at(1000)).isScanning)
        #expect(cycle.phase(at: at(1000)).until == nil)
        #expect(DutyCycle(scanSeconds: 0, restSeconds: 1, start: at(0)) == nil)
        #expect(DutyCycle(scanSeconds: 1, restSeconds: .infinity, start: at(0)) == nil)
    }

    @Test func garbageAdvancesAndTwoSentencesLock() {
        var search = SpeedSearch(at: at(0))
        #expect(search.speed == 9600)
        search.heard(bytes: 500, sentences: 0, at: at(0))
        #expect(search.advance(to: at(2.9)) == false)
        #expect(search.advance(to: at(3)) == true)
        #expect(search.speed == 4800)
        search.heard(bytes: 500, sentences: 2, at: at(3))
        #expect(search.isLocked)
        #expect(search.nextDeadline == nil)
        search.heard(bytes: 5000, sentences: 0, at: at(3))
        #expect(search.advance(to: at(100)) == false)
        #expect(search.speed == 4800)
        #expect(search.changes == 1)
    }

    @Test func silenceDoesNotAdvanceTheSpeed() {
        var search = SpeedSearch(at: at(0))
        #expect(search.advance(to: at(9.9)) == false)
        search.heard(bytes: 70, sentences: 1, at: at(9.9))
        #expect(search.advance(to: at(10)) == false)
        #expect(search.speed == 9600)
        search.heard(bytes: 70, sentences: 1, at: at(10))
        #expect(search.isLocked)
    }

    @Test func oneAccidentalSentenceHoldsASpeedForOneRoundOnly() {
        var search = SpeedSearch(at: at(0))
        search.heard(bytes: 500, sentences: 1, at: at(0))
        #expect(search.advance(to: at(3)) == false)
        search.heard(bytes: 500, sentences: 0, at: at(3))
        #expect(search.advance(to: at(6)) == true)
        #expect(search.speed == 4800)
    }

    private let unchecked = Report.discard(.noChecksum)

    @Test func linesWithoutChecksumLockAndKeepTheSpeed() {
        var search = SpeedSearch(at: at(0))
        search.heard(bytes: 70, sentences: 0, [unchecked], at: at(1))
        #expect(search.advance(to: at(3)) == false)
        search.heard(bytes: 70, sentences: 0, [unchecked], at: at(3.5))
        #expect(!search.isLocked)
        search.heard(bytes: 70, sentences: 0, [unchecked], at: at(5))
        #expect(search.isLocked)
        for second in stride(from: 5.0, through: 60, by: 5) {
            search.heard(bytes: 20, sentences: 0, at: at(second))
            search.heard(bytes: 50, sentences: 0, [unchecked], at: at(second + 0.1))
        }
        #expect(search.isLocked)
        // Nonsense without any line is nonsense after lines, too.
        search.heard(bytes: 500, sentences: 0, at: at(61))
        search.heard(bytes: 500, sentences: 0, at: at(71))
        #expect(!search.isLocked)
    }

    @Test func noiseWithALineEndDoesNotLock() {
        var search = SpeedSearch(at: at(0))
        let nonsense = [unchecked, unchecked, .discard(.binary), unchecked, unchecked]
        search.heard(bytes: 500, sentences: 0, nonsense, at: at(0))
        #expect(!search.isLocked)
        #expect(search.advance(to: at(3)) == false)
        search.heard(bytes: 500, sentences: 0, [.discard(.binary)], at: at(4))
        #expect(search.advance(to: at(6)) == true)
        #expect(search.speed == 4800)
    }

    @Test func lastingNoiseAtALockedSpeedContinuesTheSearch() {
        var search = SpeedSearch(at: at(0))
        search.heard(bytes: 500, sentences: 2, at: at(1))
        #expect(search.isLocked)
        // Interference does not last.
        search.heard(bytes: 500, sentences: 0, at: at(2))
        search.heard(bytes: 500, sentences: 1, at: at(11))
        search.heard(bytes: 500, sentences: 0, at: at(12))
        search.heard(bytes: 500, sentences: 0, at: at(21.9))
        #expect(search.isLocked)
        search.heard(bytes: 500, sentences: 0, at: at(22))
        #expect(!search.isLocked)
        // The speed that worked gets its time once more before the next one.
        #expect(search.speed == 9600)
        search.heard(bytes: 500, sentences: 0, at: at(23))
        #expect(search.advance(to: at(24.9)) == false)
        #expect(search.advance(to: at(25)) == true)
        #expect(search.speed == 4800)
    }
}
