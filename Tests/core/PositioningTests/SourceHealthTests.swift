import Chronology
import Geodesy
import Positioning
import Testing

/// The life of a source as its state, its trouble and its deadlines.
struct SourceHealthTests {
    private func at(_ seconds: Double) -> BootInstant {
        BootInstant(nanoseconds: Int64(seconds * 1e9))
    }

    private let fix = Report.fix(Fix(position: Coordinate(latitude: 48, longitude: 11)))

    /// A source that was opened at 0 and has given a fix a second up to `last`.
    private func running(until last: Int) -> SourceHealth {
        var health = SourceHealth()
        _ = health.handle(.opened, at: at(0))
        for second in 0...last {
            _ = health.handle(.received(bytes: 140, sentences: 2), at: at(Double(second)))
            _ = health.handle(fix, at: at(Double(second)))
        }
        return health
    }

    @Test func missingDeviceIsAbsentWithTheErrorOfOpening() {
        var health = SourceHealth()
        #expect(health.state == .stopped)
        #expect(health.handle(.opening, at: at(0)) == true)
        let missing = SourceTrouble(
            code: "missing", sentence: "There is no /dev/ttyACM0; plug it in.")
        #expect(health.handle(.unavailable(missing), at: at(0)) == true)
        #expect(health.state == .absent)
        #expect(health.trouble == missing)
        #expect(health.handle(.unavailable(missing), at: at(1)) == false)
        #expect(health.nextDeadline == nil)
    }

    @Test func openDeviceWithoutBytesIsSilent() {
        var health = SourceHealth()
        _ = health.handle(.opened, at: at(0))
        #expect(health.nextDeadline == at(5))
        #expect(health.advance(to: at(4.9)) == false)
        #expect(health.advance(to: at(5)) == true)
        #expect(health.state == .silent)
        #expect(health.trouble?.code == "silent")
    }

    @Test func errorOfASenderWithoutPositionIsReported() {
        var health = running(until: 3)
        #expect(health.handle(Report.failure("no licence"), at: at(4)) == true)
        #expect(health.state == .nofix)
        #expect(health.trouble?.code == "sender-error")
        #expect(health.trouble?.sentence == "The sender has no position: no licence")
        #expect(health.handle(Report.noFix(.void), at: at(5)) == true)
        #expect(health.trouble?.code == "void")
        #expect(health.handle(fix, at: at(6)) == true)
        #expect(health.state == .fix)
    }

    @Test func unreadableBytesAreGarbage() {
        var health = SourceHealth()
        health.line = .fixedSpeed(9600)
        _ = health.handle(.opened, at: at(0))
        for second in 0...5 {
            _ = health.handle(.received(bytes: 900, sentences: 0), at: at(Double(second)))
        }
        #expect(health.state == .garbage)
        #expect(health.trouble?.sentence.contains("speed") == true)
        _ = health.handle(.received(bytes: 140, sentences: 2), at: at(6))
        _ = health.handle(fix, at: at(6))
        #expect(health.state == .fix)
    }

    /// What a wrong speed makes of sentences looks like binary data, or like nothing at all.
    @Test(arguments: [
        (DiscardReason.noChecksum, "no-checksum", "switch checksums on"),
        (.badChecksum, "bad-checksum", "cable"), (.badJSON, "bad-json", "program"),
        (.binary, "garbage", "try another speed"),
    ])
    func allDiscardedLinesAreReportedWithTheReason(
        _ reason: DiscardReason, _ code: String, _ advice: String
    ) {
        var health = SourceHealth()
        health.line = .fixedSpeed(9600)
        _ = health.handle(.opened, at: at(0))
        discard([reason], in: 0...5, sentences: 0, &health)
        _ = health.advance(to: at(5))
        #expect(health.state == .garbage)
        #expect(health.trouble?.code == code)
        #expect(health.trouble?.sentence.contains(advice) == true)
    }

    @Test func noiseAfterGoodSentencesIsDetectedAsFast() {
        var health = running(until: 3)
        var tenth = 30
        while health.state == .fix {
            tenth += 1
            let now = at(Double(tenth) / 10)
            _ = health.handle(.received(bytes: 90, sentences: 0), at: now)
        }
        #expect(health.state == .garbage)
        #expect(tenth == 80)
    }

    @Test func sentencesWithoutPositionAreNeitherGarbageNorAFix() {
        var health = SourceHealth()
        _ = health.handle(.opened, at: at(0))
        for second in 0...9 {
            _ = health.handle(.received(bytes: 50, sentences: 1), at: at(Double(second)))
        }
        #expect(health.state == .opening)
        #expect(health.nextDeadline == at(10))
        #expect(health.advance(to: at(10)) == true)
        #expect(health.state == .nofix)
        #expect(health.trouble?.code == "no-position")
        _ = health.handle(.received(bytes: 140, sentences: 2), at: at(11))
        _ = health.handle(fix, at: at(11))
        #expect(health.state == .fix)
        #expect(health.trouble == nil)
    }

    @Test func silenceBeforeALateReceiverDoesNotCount() {
        var health = SourceHealth()
        _ = health.handle(.opened, at: at(0))
        _ = health.advance(to: at(5))
        #expect(health.state == .silent)
        // The first bytes hold half a sentence, the next ones the other half.
        _ = health.handle(.received(bytes: 16, sentences: 0), at: at(30))
        #expect(health.state == .opening)
        _ = health.handle(.received(bytes: 50, sentences: 1), at: at(30.1))
        #expect(health.state == .opening)
        _ = health.handle(fix, at: at(30.2))
        #expect(health.state == .fix)
    }

    @Test func silenceBeforeAReturnDoesNotCount() {
        var health = running(until: 3)
        _ = health.advance(to: at(13))
        #expect(health.trouble?.code == "silent")
        _ = health.handle(.received(bytes: 16, sentences: 0), at: at(60))
        #expect(health.trouble == nil)
        _ = health.handle(.received(bytes: 50, sentences: 1), at: at(60.1))
        #expect(health.trouble == nil)
        #expect(health.state == .stale)
    }

    @Test(arguments: [(0, "garbage"), (1, "no-position")])
    func rareNoiseIsDetected(sentences: Int, code: String) {
        var health = SourceHealth()
        _ = health.handle(.opened, at: at(0))
        for second in stride(from: 0.0, through: 21, by: 7) {
            _ = health.handle(.received(bytes: 50, sentences: sentences), at: at(second))
        }
        #expect(health.trouble?.code == code)
    }

    /// A source that talks in those seconds, and whose every position was thrown away.
    private func discard(
        _ reasons: [DiscardReason], in seconds: ClosedRange<Int>, sentences: Int = 2,
        _ health: inout SourceHealth
    ) {
        for second in seconds {
            _ = health.handle(.received(bytes: 140, sentences: sentences), at: at(Double(second)))
            for reason in reasons {
                _ = health.handle(Report.discard(reason), at: at(Double(second)))
            }
        }
    }

    /// A source that was opened at 0 and whose every position was thrown away, up to `last`.
    private func discarding(_ reasons: [DiscardReason], until last: Int) -> SourceHealth {
        var health = SourceHealth()
        _ = health.handle(.opened, at: at(0))
        discard(reasons, in: 0...last, &health)
        return health
    }

    @Test(arguments: [DiscardReason.nullIsland, .outOfRange, .conflict, .malformed, .otherDevice])
    func allDiscardedPositionsAreNoPositionWithTheReason(_ reason: DiscardReason) {
        var health = discarding([reason], until: 9)
        #expect(health.state == .opening)
        #expect(health.nextDeadline == at(10))
        #expect(health.advance(to: at(10)) == true)
        #expect(health.state == .nofix)
        #expect(health.trouble == SourceTrouble(code: reason.rawValue, sentence: reason.remedy))
        _ = health.handle(fix, at: at(11))
        #expect(health.state == .fix)
        #expect(health.trouble == nil)
    }

    @Test func mostFrequentReasonIsReported() {
        let often = discarding([.badChecksum, .nullIsland, .nullIsland], until: 10)
        #expect(often.trouble?.code == "null-island")
        let even = [10, 11, 12].map { last in
            discarding([.conflict, .nullIsland], until: last).trouble?.code
        }
        #expect(even == ["conflict", "conflict", "conflict"])
    }

    @Test func oldDiscardsAreForgotten() {
        var health = discarding([.nullIsland], until: 1000)
        discard([.conflict], in: 1001...1050, &health)
        #expect(health.trouble?.code == "conflict")
    }

    @Test func discardsAfterAFixAreTheReasonForStale() {
        var health = running(until: 3)
        discard([.nullIsland], in: 4...13, &health)
        #expect(health.state == .stale)
        _ = health.advance(to: at(14))
        #expect(health.trouble?.code == "null-island")
    }

    /// A gpsd with those receivers that talks for 10 s without a position of the one that is
    /// wanted.
    private func gpsd(
        with devices: [String], of wanted: String?, discarding reason: DiscardReason?
    ) -> SourceHealth {
        var settings = SourceHealth.Settings()
        settings.device = wanted
        var health = SourceHealth(settings)
        _ = health.handle(.opened, at: at(0))
        _ = health.handle(Report.gpsd(.devices(devices)), at: at(0))
        discard(reason.map { [$0] } ?? [], in: 0...10, &health)
        return health
    }

    @Test(arguments: [
        (["/dev/a", "/dev/b"], nil, nil, "no-position", "has (/dev/a, /dev/b)"),
        (["/dev/a"], "/dev/a", nil, "no-position", "one of those it has (/dev/a)"),
        ([], "/dev/a", nil, "no-position", "gpsd has no receiver"),
        (
            ["/dev/a", "/dev/b"], "/dev/c", DiscardReason.otherDevice, "other-device",
            "does not have /dev/c but /dev/a, /dev/b;"
        ),
        (
            ["/dev/a", "/dev/b"], "/dev/b", DiscardReason.otherDevice, "other-device",
            "no position of /dev/b,"
        ),
        (["/dev/a"], nil, DiscardReason.nullIsland, "null-island", "allow_null_island"),
    ])
    func gpsdWithoutPositionIsReportedWithItsReceivers(
        _ devices: [String], _ wanted: String?, _ discard: DiscardReason?, _ code: String,
        _ words: String
    ) {
        let health = gpsd(with: devices, of: wanted, discarding: discard)
        #expect(health.state == .nofix)
        #expect(health.trouble?.code == code)
        #expect(health.trouble?.sentence.contains(words) == true)
        #expect(health.trouble?.sentence.contains("RMC") == false)
    }

    @Test func gpsdWithoutReceiversIsReported() {
        var health = gpsd(with: [], of: nil, discarding: nil)
        _ = health.advance(to: at(16))
        #expect(health.trouble?.code == "silent")
        #expect(health.trouble?.sentence.contains("gpsd has no receiver") == true)
        _ = health.handle(.opened, at: at(20))
        _ = health.advance(to: at(26))
        #expect(health.trouble?.sentence.contains("gpsd") == false)
    }

    @Test func damagedBytesAmongShipsAreNoPosition() {
        let health = discarding([.badChecksum], until: 10)
        #expect(health.trouble?.code == "no-position")
    }

    @Test func receiverWithoutPositionIsDistinguishedFromSilence() {
        var health = running(until: 3)
        #expect(health.state == .fix)
        #expect(health.handle(Report.noFix(.void), at: at(4)) == true)
        #expect(health.state == .nofix)
        #expect(health.trouble?.code == "void")
        #expect(health.handle(fix, at: at(5)) == true)
        #expect(health.state == .fix)
        #expect(health.trouble == nil)
    }

    @Test func frozenReceiverIsSilentThenStale() {
        var health = running(until: 2)
        // The deadline assumes that nothing came after the first fix; when reached, it is moved.
        #expect(health.nextDeadline == at(5))
        #expect(health.advance(to: at(5)) == false)
        #expect(health.nextDeadline == at(7))
        _ = health.advance(to: at(7))
        #expect(health.state == .silent)
        #expect(health.nextDeadline == at(12))
        _ = health.advance(to: at(12))
        #expect(health.state == .stale)
        #expect(health.trouble?.code == "silent")
        #expect(health.nextDeadline == nil)
    }

    /// No wake-up is needed while fixes arrive.
    @Test func fixesInTimePostponeTheDeadline() throws {
        for seconds in 3...100 {
            let deadline = try #require(running(until: seconds).nextDeadline)
            #expect(deadline > at(Double(seconds) + 2))
        }
    }

    @Test func receiverThatRepeatsItsFixGoesStale() {
        var health = running(until: 3)
        discard([.repeatedEpoch], in: 4...13, &health)
        #expect(health.state == .stale)
        #expect(health.trouble?.code == "frozen")
    }

    /// A source that was opened at 0 and sends the same again and again, looked at whenever it
    /// wants to be, and how often it changed once the first pause was over.
    private func repeating(
        every period: Double, pieces: [Double], fixes: Int
    ) -> (SourceHealth, changes: Int) {
        var health = SourceHealth()
        var changes = 0
        _ = health.handle(.opened, at: at(0))
        for round in 0..<8 {
            if round == 2 { changes = 0 }
            for piece in pieces {
                let now = at(Double(round) * period + piece)
                while let due = health.nextDeadline, due < now {
                    if health.advance(to: due) { changes += 1 }
                }
                if health.handle(.received(bytes: 700, sentences: 9), at: now) { changes += 1 }
                for _ in 0..<fixes where health.handle(fix, at: now) { changes += 1 }
            }
        }
        return (health, changes)
    }

    /// A fix every 10 s or 30 s, and several at once every 9 s, in one piece or in three.
    @Test(arguments: [
        (10.0, [0.0], 1, 25.0), (30, [0], 1, 75), (9, [0], 10, 22.5), (9, [0, 0.5, 1], 3, 20),
    ])
    func rareFixesAreNotSilentBetween(
        period: Double, pieces: [Double], fixes: Int, patience_s: Double
    ) {
        var (health, changes) = repeating(every: period, pieces: pieces, fixes: fixes)
        #expect(changes == 0)
        #expect(health.state == .fix)
        #expect(health.silentAfterSeconds == patience_s)
        _ = health.advance(to: at(7 * period + pieces.reduce(0, max) + patience_s))
        #expect(health.trouble?.code == "silent")
    }

    @Test(arguments: [1.0, 2, 0.1])
    func frequentFixesAreSilentSoonDespiteEarlierPauses(_ period: Double) {
        var health = SourceHealth()
        _ = health.handle(.opened, at: at(0))
        for hour in 0..<20 {
            for second in stride(from: 0, to: 60, by: period) {
                let now = at(Double(hour) * 3600 + second)
                _ = health.handle(.received(bytes: 700, sentences: 9), at: now)
                _ = health.handle(fix, at: now)
            }
        }
        #expect(health.silentAfterSeconds == 5)
    }

    @Test func slowSourcesHaveALongerTimeout() {
        var health = SourceHealth()
        _ = health.handle(.opened, at: at(0))
        for second in stride(from: 0.0, through: 60, by: 4) {
            _ = health.handle(.received(bytes: 140, sentences: 2), at: at(second))
            _ = health.handle(fix, at: at(second))
        }
        #expect(health.staleAfterSeconds == 20)
        #expect(health.interval.rateHertz == 0.25)
    }

    /// A slow source is as it was between two fixes; one that gives none any more has neither rate
    /// nor accuracy, whatever keeps it from them.
    @Test(arguments: [
        (SourceEvent.received(bytes: 0, sentences: 0), 15.0, true, false),
        (.received(bytes: 0, sentences: 0), 21, false, false), (.stopped, 1, false, false),
        (.unavailable(SourceTrouble(code: "lost", sentence: "It is lost.")), 1, false, false),
        (.opened, 1, false, true),
    ])
    func oldFixIsNotPresent(
        event: SourceEvent, later_s: Double, hasFixes: Bool, isHeard: Bool
    ) {
        var health = SourceHealth()
        _ = health.handle(.opened, at: at(0))
        for second in stride(from: 0.0, through: 60, by: 4) {
            _ = health.handle(.received(bytes: 140, sentences: 2), at: at(second))
            _ = health.handle(fix, at: at(second))
        }
        #expect(health.rateHertz == 0.25 && health.presentFix != nil && health.isHeard)
        _ = health.handle(event, at: at(60 + later_s))
        #expect(health.rateHertz == (hasFixes ? 0.25 : nil))
        #expect((health.presentFix != nil) == hasFixes)
        #expect(health.isHeard == isHeard)
        #expect(health.lastFix != nil)
    }

    @Test func lostPositionHasNoAccuracy() {
        var health = SourceHealth()
        _ = health.handle(.opened, at: at(0))
        _ = health.handle(fix, at: at(1))
        _ = health.handle(.received(bytes: 140, sentences: 2), at: at(2))
        _ = health.handle(Report.noFix(.void), at: at(2))
        #expect(health.presentFix == nil && health.isHeard)
    }

    private func fix(at second: Int) -> Report {
        let time = UTCInstant(
            nanoseconds: 1_777_723_200_000_000_000 + Int64(second) * 1_000_000_000)
        return .fix(Fix(position: Coordinate(latitude: 48, longitude: 11), time: time))
    }

    /// For example a plotter repeats the sentences of the receiver, immediately or a second later.
    @Test(arguments: [0, 1])
    func repeatedMomentCountsOnce(lateness: Int) {
        var health = SourceHealth()
        _ = health.handle(.opened, at: at(0))
        for second in 0..<20 {
            let now = Double(second)
            _ = health.handle(fix(at: second), at: at(now))
            _ = health.handle(fix(at: second - lateness), at: at(now + 0.05))
        }
        #expect(health.rateHertz == 1)
        #expect(health.lastFixAt == at(19.05))
    }

    @Test func momentsAfterAClockWasSetBackAreNew() {
        var health = SourceHealth()
        _ = health.handle(.opened, at: at(0))
        for second in 0..<20 { _ = health.handle(fix(at: second), at: at(Double(second))) }
        for second in 20..<40 {
            _ = health.handle(fix(at: second - 3600), at: at(Double(second) * 2))
        }
        #expect(health.rateHertz == 0.5)
    }

    /// As the engine, which has to call it stale at the same time.
    @Test func oneGapAmongTheFirstFixesDoesNotExtendTheTimeout() {
        var health = SourceHealth()
        _ = health.handle(.opened, at: at(0))
        for second in [0.0, 1, 61] {
            _ = health.handle(.received(bytes: 140, sentences: 2), at: at(second))
            _ = health.handle(fix, at: at(second))
        }
        #expect(health.staleAfterSeconds == 10)
    }

    @Test func repeatedOldPositionIsNotAFix() {
        var health = running(until: 1)
        var old = Fix(position: Coordinate(latitude: 48, longitude: 11))
        old.isLastKnown = true
        _ = health.handle(Report.fix(old), at: at(2))
        #expect(health.state == .nofix)
        #expect(health.trouble?.code == "last-known")
    }

    @Test func suspicionFollowsTheReports() {
        var health = running(until: 1)
        let jumps = SourceTrouble(code: "suspect", sentence: "The positions jump.")
        #expect(health.handle(.suspected(jumps), at: at(2)) == true)
        #expect(health.state == .suspect)
        #expect(health.trouble == jumps)
        _ = health.handle(fix, at: at(2))
        #expect(health.handle(.suspected(jumps), at: at(2)) == false)
        #expect(health.handle(.suspected(nil), at: at(3)) == true)
        #expect(health.state == .fix)
        #expect(health.trouble == nil)
    }

    /// What was said of the fixes before a silence does not hold of the first one after it.
    @Test func suspicionEndsWithASilence() {
        var health = running(until: 1)
        let jumps = SourceTrouble(code: "suspect", sentence: "The positions jump.")
        _ = health.handle(.suspected(jumps), at: at(2))
        _ = health.advance(to: at(60))
        #expect(health.state == .stale)
        _ = health.handle(.received(bytes: 70, sentences: 1), at: at(60))
        #expect(health.handle(fix, at: at(60)) == true)
        #expect(health.state == .fix)
    }

    @Test func openingResetsTheHealth() {
        var health = running(until: 3)
        _ = health.handle(.opened, at: at(20))
        #expect(health.state == .opening)
        #expect(health.lastFix != nil)
        _ = health.handle(.stopped, at: at(21))
        #expect(health.state == .stopped)
        #expect(health.advance(to: at(99)) == false)
    }
}
