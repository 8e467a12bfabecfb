import ControlProtocol
import TestSupport
import Testing

@testable import geofencectl

/// The golden results of the protocol as tables. `UPDATE_GOLDEN=1` rewrites the files.
@Suite("tables equal the golden texts")
struct TableGoldenTests {
    @Test func status() throws {
        try check(StatusTable.text(try result(.daemonStatus), units: .metric), "status.txt")
    }

    @Test func monitor() throws {
        try check(
            MonitorTable.text(try result(.monitorInspect, MonitorDetail.self), units: .metric),
            "monitor.txt")
    }

    @Test func fence() throws {
        try check(
            FenceTable.text(try result(.fenceInspect, FenceDetail.self), units: .imperial),
            "fence.txt")
    }

    /// Not evident from the state: another floor, and events that the ignore period suppresses.
    @Test func heldFence() throws {
        try check(
            FenceTable.text(
                try result(.fenceInspect, FenceDetail.self, last: true), units: .metric),
            "fence-held.txt")
    }

    @Test func sources() throws {
        let list = try result(.sourceList, SourceList.self)
        let text = list.sources.map { SourceTable.detail($0, units: .metric) }.joined()
        try check(SourceTable.text(list.sources, units: .metric) + text, "sources.txt")
    }

    @Test func checks() throws {
        let source: SourceRecord = try result(.sourceRestart)
        try check(
            CheckTable.text(SourceExplanation(source)) + SourceTable.detail(source, units: .metric)
                + Diagnosis(findings: PartsCheck(sources: [source], monitors: []).findings)
                .text(.signs), "checks.txt")
    }

    @Test func fixes() throws {
        let list = try result(.fixLast, FixList.self)
        let lines = list.fixes.map { FixTable.line($0, units: .nautical) }.joined()
        try check(FixTable.text(list.fixes, units: .nautical) + lines, "fixes.txt")
    }

    @Test func visits() throws {
        try check(VisitTable.text(try result(.visitList, VisitList.self).visits), "visits.txt")
    }

    @Test func consumers() throws {
        let list = try result(.consumerList, ConsumerList.self)
        let one: ConsumerRecord = try result(.consumerInspect)
        let findings = ConsumersCheck(consumers: list.consumers).findings
        try check(
            ConsumerTable.rows(list.consumers) + ConsumerTable.text(one)
                + Diagnosis(findings: findings).text(.signs), "consumers.txt")
    }

    @Test func events() throws {
        let lines = try lines("notifications.jsonl").compactMap { line -> String? in
            guard try Incoming(line: line) == .notification(.event) else { return nil }
            let event = try Wire.value(Notification<EventRecord>.self, from: line).params
            return EventTable.line(event, units: .metric, color: false)
        }
        try check(lines.joined(), "events.txt")
    }

    @Test(arguments: [
        ("Ada is at the quarry", false, "    Ada is at the quarry\n"),
        ("Entered Quarry (monitor yard)", false, ""),
        ("Entered Quarry (monitor yard)", true, "    Entered Quarry (monitor yard)\n"),
        ("a\nb", false, #"    a\nb"# + "\n"),
    ])
    func messageOfATransitionHasItsOwnLine(message: String, isWanted: Bool, line: String) {
        var event = EventRecord(seq: 1, event_id: "5f3a:1", type: "entered")
        (event.monitor, event.fence, event.fence_name) = ("yard", "quarry", "Quarry")
        (event.message, event.actions) = (message, ["horn", "gate"])
        let text = EventTable.line(event, units: .metric, color: false, withMessages: isWanted)
        let lines = text.split(separator: "\n", maxSplits: 1)
        #expect(lines[0].hasSuffix("Quarry (quarry)  [actions horn gate]"))
        #expect((lines.count > 1 ? lines[1] : "") == line)
    }

    @Test func statusCheckHasTheOutcomeOfAPlugin() throws {
        var status: DaemonStatus = try result(.daemonStatus)
        #expect(StatusCheck(.success(status)).outcome == .critical)
        (status.sources, status.monitors, status.problems) = ([], [], [])
        status.store.state = "ok"
        status.store.message = nil
        status.store.free_bytes = 1 << 40
        let source = SourceRecord(name: "gps", type: "serial", state: "fix")
        status.sources = [source]
        let well = StatusCheck(.success(status))
        #expect((well.outcome, well.exit, well.message) == (.ok, 0, "1 source, 0 monitors"))
        status.problems = ["consumer mqtt gave up 1 event"]
        #expect(StatusCheck(.success(status)).exit == 1)
        status.store.free_bytes = 1
        #expect(StatusCheck(.success(status)).exit == 2)
        #expect(StatusCheck(.failure(CommandFailure(.unreachable, "No."))).exit == 2)
        #expect(StatusCheck(.failure(CommandFailure(.noPermission, "No."))).exit == 3)
    }

    /// Somewhere in the fifty minutes before it was decided.
    @Test func eventAfterAnAbsenceLiesBeforeItsTime() {
        var event = EventRecord(seq: 1, event_id: "5f3a:1", type: "exited")
        event.decided_at = "2026-11-21T07:50:05.000Z"
        event.crossed_at_error_s = 1500
        event.late = true
        let line = EventTable.line(event, units: .metric, color: false)
        #expect(line.hasPrefix("2026-11-21 07:50:05Z"))
        #expect(line.contains("[up to 50 min before, late]"))
    }

    /// The ignore period, a confirmation or a recording may lie between a crossing and its event.
    @Test(arguments: [
        ("2026-11-21T07:40:27.000Z", "[emitted 27 s later]"), ("2026-11-21T07:40:00.999Z", ""),
        ("2026-11-21T07:39:00.000Z", ""), ("2026-11-23T07:40:00.000Z", "[emitted 2 d later]"),
    ])
    func lateEventShowsItsDelay(emittedAt: String, remark: String) {
        var event = EventRecord(seq: 1, event_id: "5f3a:1", type: "exited")
        event.monitor = "yard"
        event.fence = "quarry"
        event.crossed_at = "2026-11-21T07:40:00.000Z"
        event.emitted_at = emittedAt
        let line = EventTable.line(event, units: .metric, color: false)
        #expect(line.hasSuffix("quarry\(remark.isEmpty ? "" : "  " + remark)\n"), "\(line)")
    }

    @Test func controlCharactersInNamesDoNotBreakTheLine() {
        var event = EventRecord(seq: 1, event_id: "5f3a:1", type: "entered")
        event.fence = "river"
        event.fence_name = "\u{1B}[31mriver\nbank\u{9B}"
        let line = EventTable.line(event, units: .metric, color: false)
        #expect(line.hasSuffix(#"  \u001b[31mriver\nbank\u009b (river)"# + "\n"))
    }

    @Test func diagnosis() throws {
        let status: DaemonStatus = try result(.daemonStatus)
        let findings =
            [
                DaemonCheck(answer: .success(status), unit: nil).finding,
                RuntimeFencesCheck(fences: try #require(status.runtime_fences)).finding,
            ]
            + PartsCheck(sources: status.sources, monitors: status.monitors).findings
        try check(Diagnosis(findings: findings).text(.signs), "doctor.txt")
    }

    private func lines(_ file: String) throws -> [[UInt8]] {
        try DataFolder.of("ControlProtocol").lines(file)
    }

    private func result<Result: Codable & Sendable>(
        _ method: Method, _ type: Result.Type = Result.self, last: Bool = false
    ) throws -> Result {
        let lines = try lines("results.jsonl")
        for line in last ? lines.reversed() : lines
        where try Incoming(line: line) == .response(.text(method.rawValue)) {
            if case .result(let result, _) = try Wire.value(Response<Result>.self, from: line) {
                return result
            }
        }
        throw Failure(.notFound, "There is no golden result of \(method.rawValue).")
    }

    private func check(_ text: String, _ file: String) throws {
        #expect(try text == DataFolder.of("Geofencectl").golden(file, updatedTo: text))
    }
}
