import Testing

@testable import GeofenceDaemon

/// Compiled fences are believed less and less the more often the daemon does not shut down cleanly.
struct RunRecordTests {
    private static let minute_ns: Int64 = 60_000_000_000

    /// One run after another, each beginning so many minutes after the one before.
    private func run(
        after previous: RunRecord?, minutes: Int64, isReady: Bool, boot: String = "a"
    ) -> RunRecord {
        var run = RunRecord(
            after: previous.map { .record($0) } ?? .none, boot: boot,
            now_ns: (previous?.began_ns ?? 0) + minutes * Self.minute_ns)
        run.isReady = isReady
        return run
    }

    @Test func cleanShutdownKeepsTheTrust() {
        #expect(run(after: nil, minutes: 0, isReady: false).trust == .seal)
    }

    @Test func oneKillOfAReadyDaemonKeepsTheTrust() {
        let first = run(after: nil, minutes: 0, isReady: true)
        let second = run(after: first, minutes: 1, isReady: true)
        #expect(second.trust == .seal)
        #expect(run(after: second, minutes: 11, isReady: true).trust == .seal)
        #expect(run(after: second, minutes: 10, isReady: true).trust == .digests)
    }

    @Test func crashesWhileStartingDistrustTheSealThenTheFile() {
        var last = run(after: nil, minutes: 0, isReady: false)
        for trust: RunRecord.Trust in [.digests, .nothing, .acquitted, .acquitted] {
            last = run(after: last, minutes: 1, isReady: false)
            #expect(last.trust == trust)
        }
        last = run(after: nil, minutes: 1, isReady: false)
        #expect(last.trust == .seal)
    }

    @Test func powerCutsOnlyDistrustTheSeal() {
        var last = run(after: nil, minutes: 0, isReady: false)
        for boot in ["b", "c", "d"] {
            last = run(after: last, minutes: 1, isReady: false, boot: boot)
            #expect(last.trust == .digests)
        }
        // Of daemons that were ready they cost nothing.
        last = run(after: nil, minutes: 0, isReady: true)
        for boot in ["b", "c", "d"] {
            last = run(after: last, minutes: 1, isReady: true, boot: boot)
            #expect(last.trust == .seal)
        }
    }

    @Test func recordRoundTrips() {
        let record = run(
            after: run(after: nil, minutes: 0, isReady: false), minutes: 1, isReady: true)
        #expect(RunRecord(record.text) == record)
    }

    @Test(arguments: [
        "", "boot a\n", "boot a\nbegan_ns x\nready true\nfollows_crash true\ntrust seal\n",
    ])
    func invalidRecordDistrustsTheSeal(text: String) {
        #expect(RunRecord(text) == nil)
        #expect(RunRecord(after: .unreadable, boot: "a", now_ns: 0).trust == .digests)
    }
}
