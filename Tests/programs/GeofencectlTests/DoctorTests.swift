import ControlProtocol
import Testing

@testable import geofencectl

/// What was found on a machine, and the verdict of each check.
@Suite("the doctor's verdicts")
struct DoctorTests {
    private let unreachable = CommandFailure(.unreachable, "No daemon answers.", hint: "Start it.")

    private func outcomes(_ findings: [Finding]) -> [Finding.Outcome] { findings.map(\.outcome) }

    @Test(arguments: [
        ("not-found inactive success", "not installed", "apt install"),
        ("masked inactive success", "masked", "unmask"),
        ("loaded active success", "is active, but no daemon answers", "--socket"),
        ("loaded failed exit-code", "failed (exit-code)", "journalctl"),
        ("loaded activating success", "starting", "Try again"),
        (
            "loaded activating timeout", "keeps restarting; the last start failed (timeout)",
            "journalctl"
        ),
        ("loaded inactive success", "is inactive", "enable --now"),
    ])
    func unreachableDaemonIsExplainedByItsUnit(state: String, message: String, fix: String) throws {
        let words = state.split(separator: " ")
        let unit = UnitState(
            properties: "Result=\(words[2])\nLoadState=\(words[0])\nActiveState=\(words[1])\n")
        let finding = DaemonCheck(answer: .failure(unreachable), unit: unit).finding
        #expect(finding.outcome == .fail && finding.message.contains(message), "\(finding)")
        #expect(try #require(finding.fix).contains(fix))
    }

    @Test func withoutSystemdOrPermissionTheSocketDecides() {
        let alone = DaemonCheck(answer: .failure(unreachable), unit: nil).finding
        #expect(alone == .fail("daemon", "No daemon answers.", fix: "Start it."))
        let unit = UnitState(load: "loaded", active: "active", result: "success")
        let refused = CommandFailure(.noPermission, "You may not.", hint: "Join.")
        #expect(
            DaemonCheck(answer: .failure(refused), unit: unit).finding
                == .fail("daemon", "You may not.", fix: "Join."))
    }

    @Test(arguments: [
        ("loaded active success enabled", 0, Finding.Outcome.ok, "runs"),
        ("loaded active success enabled connected", 0, .ok, "runs: connected"),
        ("loaded active success enabled degraded", 0, .warn, "is degraded"),
        ("loaded active success enabled", 2, .fail, "a (and 1 more)"),
        ("loaded inactive success enabled", 0, .fail, "is inactive"),
        ("loaded inactive success disabled", 0, .ok, "not enabled"),
        ("loaded failed exit-code enabled", 0, .fail, "failed (exit-code)"),
        ("loaded activating exit-code enabled", 0, .fail, "keeps restarting"),
        ("", 0, .ok, "is valid"), ("", 1, .fail, "a"),
    ])
    func aProgramRunsWithAValidConfiguration(
        state: String, problems: Int, outcome: Finding.Outcome, message: String
    ) {
        let keys = ["LoadState", "ActiveState", "Result", "UnitFileState", "StatusText"]
        let lines = zip(keys, state.split(separator: " ")).map { "\($0)=\($1)\n" }
        let unit = UnitState(properties: lines.joined())
        let finding = ProgramCheck(
            name: "geofenced-mqtt", problems: Array(repeating: "a", count: problems), unit: unit
        ).finding
        #expect(finding.check == "geofenced-mqtt" && finding.outcome == outcome)
        #expect(finding.message.contains(message) && (finding.fix == nil) == (outcome == .ok))
        #expect(finding.fix?.contains("geofenced-mqtt") != false)
    }

    @Test(arguments: [
        (0, 0, 0, Finding.Outcome.ok), (8_999, 0, 0, .ok), (9_000, 0, 0, .warn),
        (1, 15 << 20, 0, .warn), (1, 1, 1, .warn),
    ])
    func runtimeFencesNearTheirLimitAreWarnedOf(
        count: Int, bytes: Int, leftOut: Int, outcome: Finding.Outcome
    ) {
        let record = RuntimeFenceRecord(
            count: count, count_limit: 10_000, bytes: bytes, bytes_limit: 16 << 20,
            left_out: leftOut)
        #expect(RuntimeFencesCheck(fences: record).finding.outcome == outcome)
    }

    @Test(arguments: [
        ("connected", 0.1, Finding.Outcome.ok), ("connected", 0.8, .warn), ("paused", 0.1, .warn),
        ("contested", 0.1, .fail),
    ])
    func consumerWithoutLagIsFine(state: String, share: Double, outcome: Finding.Outcome) {
        var record = ConsumerRecord(
            name: "mqtt", state: state, cursor: "5f3a:1", lag: 7, retention_share: share)
        #expect(outcomes(ConsumersCheck(consumers: [record]).findings) == [outcome])
        record.state = "internal"
        #expect(ConsumersCheck(consumers: [record]).findings == [])
    }

    @Test func failingConsumerIsReportedUntilItSucceeds() {
        var record = ConsumerRecord(
            name: "mqtt", state: "connected", cursor: "5f3a:1", lag: 7, retention_share: 0)
        record.acknowledged_at = "2026-11-21T07:40:00.000Z"
        record.error = "The broker refused it."
        record.error_at = "2026-11-21T07:41:00.000Z"
        #expect(outcomes(ConsumersCheck(consumers: [record]).findings) == [.warn])
        record.acknowledged_at = "2026-11-21T07:42:00.000Z"
        #expect(outcomes(ConsumersCheck(consumers: [record]).findings) == [.ok])
        record.parked = 1
        #expect(outcomes(ConsumersCheck(consumers: [record]).findings) == [.warn])
    }

    @Test func configurationIsValidDoubtfulRefusedOrUnreadable() {
        var check = ConfigurationCheck(path: "/f.toml")
        #expect(outcomes(check.findings) == [.ok])
        check.problems = (1...7).map { "problem \($0)" }
        #expect(outcomes(check.findings) == Array(repeating: .warn, count: 6))
        #expect(check.findings.last?.message == "2 more problems of /f.toml.")
        check.problems = ["/f.toml:3:1: sorce: no such key"]
        check.isUsable = false
        #expect(outcomes(check.findings) == [.fail])
        check.reloadError = "f.toml:3: no."
        #expect(check.findings.map(\.message) == check.problems)
        check.problems = []
        #expect(check.findings.map(\.message) == ["The last reload failed: f.toml:3: no."])
        let closed = CommandFailure(.noPermission, "/f.toml may not be read.")
        #expect(ConfigurationCheck.unreadable(closed).outcome == .warn)
        let lost = CommandFailure(.noInput, "/f.toml does not exist.", hint: "Check the path.")
        #expect(ConfigurationCheck.unreadable(lost).outcome == .fail)
    }

    @Test func everyWarningOfAMonitorIsAFinding() {
        var monitor = MonitorRecord(
            name: "yard", status: "started", source: "gps", fence_set: "f", fences: 2,
            rule: "enter",
            autostart: true)
        let source = SourceRecord(name: "gps", type: "serial", state: "fix")
        func findings() -> [Finding] {
            Array(PartsCheck(sources: [source], monitors: [monitor]).findings.dropFirst())
        }
        #expect(findings() == [.ok("monitor yard", "It is started with 2 fences.")])
        monitor.warnings = [
            .init(code: "feed-stale", message: "a"), .init(code: "fences-remote", message: "b"),
            .init(code: "of-a-later-version", message: "c"),
        ]
        #expect(outcomes(findings()) == [.warn, .fail, .fail])
        monitor.status = "failedToStart"
        #expect(outcomes(findings()) == [.fail, .fail, .fail])
    }

    @Test(arguments: [(true as Bool?, Finding.Outcome.ok), (false, .warn), (nil, .warn)])
    func clockFindingFollowsItsState(isSynchronized: Bool?, outcome: Finding.Outcome) {
        #expect(ClockCheck(isSynchronized: isSynchronized).finding.outcome == outcome)
    }

    @Test(arguments: [
        (JournalCheck.Storage.persistent, Finding.Outcome.ok), (.volatile, .warn), (.none, .warn),
        (.hidden, .warn),
    ])
    func journalFindingFollowsItsState(storage: JournalCheck.Storage, outcome: Finding.Outcome) {
        #expect(JournalCheck(storage: storage).finding.outcome == outcome)
    }

    /// Debian closes `/run/log/journal/ID` to others: whether a journal is there they cannot see.
    @Test(
        arguments: [
            (false, JournalCheck.Written.never, JournalCheck.Written.hidden, .volatile),
            (true, .never, .never, .persistent), (true, .at(2), .never, .persistent),
            (true, .at(2), .at(1), .persistent), (true, .at(1), .at(2), .volatile),
            (true, .never, .at(1), .volatile), (true, .at(2), .hidden, .hidden),
            (true, .hidden, .at(1), .hidden), (true, .hidden, .never, .persistent),
        ] as [(Bool, JournalCheck.Written, JournalCheck.Written, JournalCheck.Storage)])
    func journalInUseDecides(
        hasKept: Bool, kept: JournalCheck.Written, passing: JournalCheck.Written,
        storage: JournalCheck.Storage
    ) {
        #expect(JournalCheck.Storage(hasKept: hasKept, kept: kept, passing: passing) == storage)
    }

    @Test(arguments: [
        (DiskCheck.comfortable_bytes as Int64?, Finding.Outcome.ok),
        (DiskCheck.comfortable_bytes - 1, .warn),
        (DiskCheck.least_bytes, .warn), (DiskCheck.least_bytes - 1, .fail), (nil, .warn),
    ])
    func diskFindingFollowsTheFreeSpace(free: Int64?, outcome: Finding.Outcome) {
        #expect(outcomes(DiskCheck(path: "/s", free_bytes: free).findings) == [outcome])
        let unreserved = DiskCheck(
            path: "/s", free_bytes: free, store: ("ok", "No space is reserved."))
        #expect(outcomes(unreserved.findings) == [.warn, outcome])
        let full = DiskCheck(path: "/s", free_bytes: free, store: ("full", "The disk is full."))
        #expect(outcomes(full.findings) == [.fail, outcome])
    }

    @Test func runtimeChangesOfFencesAreCountedByFile() {
        let changed = ConfigShown.FenceFile(path: "/f", fences: 3, overridden: 2)
        let followed = ConfigShown.FenceFile(path: "/g", fences: 1)
        let findings = OverriddenCheck(files: [changed, followed]).findings
        #expect(outcomes(findings) == [.warn])
        #expect(findings[0].message.hasPrefix("2 fences of it are as changed at run time"))
        #expect(outcomes(OverriddenCheck(files: [followed]).findings) == [.ok])
    }

    @Test func monitorsChangedAtRunTimeAreNamed() {
        func findings(_ monitors: RuntimeMonitorRecord) -> [Finding] {
            OverriddenCheck(files: [], monitors: monitors).findings
        }
        let changed = findings(.init(replaced: ["park"], removed: ["gate"]))
        #expect(outcomes(changed) == [.ok, .warn, .warn])
        #expect(changed[1].fix == "To follow the file again: geofencectl monitor revert park.")
        #expect(changed[2].message == "It was removed at run time, though the file has it.")
        let added = findings(.init(added: ["m5"]))
        #expect(outcomes(added) == [.ok, .ok])
        #expect(added[1].message.hasSuffix("as the file says; 1 more was added at run time."))
    }

    @Test(arguments: [
        ("de_DE.UTF-8", Marks.signs), ("C.utf8", .signs), ("C", .ascii), ("", .ascii),
        ("de_DE.ISO-8859-1", .ascii),
    ])
    func marksFollowTheLocale(locale: String, marks: Marks) {
        #expect(Marks(locale: [nil, "", locale]) == marks)
        #expect(Marks(locale: ["C", locale]) == .ascii)
    }

    @Test func onlyFailuresChangeTheExitCode() {
        var diagnosis = Diagnosis(findings: [.ok("a", "Good."), .warn("b", "Hm.", fix: "Do.")])
        #expect(diagnosis.isWell)
        #expect(diagnosis.text(.signs) == "✓ a: Good.\n! b: Hm.\n    Do.\n")
        diagnosis.findings.append(.fail("c", "Bad.", fix: nil))
        #expect(!diagnosis.isWell)
        #expect(diagnosis.text(.ascii).hasSuffix("[XX] c: Bad.\n"))
    }
}
