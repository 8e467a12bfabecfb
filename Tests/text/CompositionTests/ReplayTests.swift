import Chronology
import Composition
import ControlProtocol
import Fixes
import Geofencing
import Positioning
import Testing

@Suite struct ReplayTests {
    private static let yard = """
        {"type":"Feature","id":"yard","properties":{"geofence":{"radius_m":50}},
         "geometry":{"type":"Point","coordinates":[5,52]}}
        """

    /// The records of a track, given as seconds and whether it is inside then.
    private func replay(_ track: [(Int, Bool)], _ overrides: String...) throws -> [EventRecord] {
        let text = """
            [source.gps]
            type = "socket"
            [[monitor]]
            name = "m"
            source = "gps"
            fences = "yard.geojson"
            """
        let composition = try Composition(
            text, overrides: overrides, files: ["/etc/g/yard.geojson": Self.yard])
        var records: [EventRecord] = []
        var replay = Replay(composition.engine, source: "gps") { records.append($0) }
        let lines = track.map { second, isInside in
            let time = UTCInstant(nanoseconds: Int64(second) * 1_000_000_000).rfc3339
            return #"{"lat":\#(isInside ? 52 : 52.001),"lon":5,"time":"\#(time)"}"#
        }
        for report in reports(lines) { replay.take(report) { records.append($0) } }
        replay.finish { records.append($0) }
        return records
    }

    /// The reports of a recording of pushed fixes.
    private func reports(_ lines: [String]) -> [TimedReport] {
        var reader = TrackReader(.pushed)
        var reports: [TimedReport] = []
        for line in lines {
            reader.receive(Array((line + "\n").utf8).span) { reports.append($0) }
        }
        reader.finish { reports.append($0) }
        return reports
    }

    private func transitions(_ records: [EventRecord]) -> [String] {
        records.filter(\.isTransition).map { record in
            "\(record.type) \(record.decided_at?.dropFirst(11).prefix(8) ?? "?")"
        }
    }

    @Test func engineRunsInTheTimeOfTheRecording() throws {
        let records = try replay([(0, true), (40, false), (41, false)])
        #expect(transitions(records) == ["entered 00:00:00", "exited 00:00:40"])
        #expect(records.map(\.seq) == Array(1...Int64(records.count)))
        #expect(records.allSatisfy { $0.emitted_at == nil })
        #expect(records.first { $0.isTransition }?.event_id.hasPrefix("replay:") == true)
    }

    @Test func timersFireBetweenFixes() throws {
        let track = [(0, true), (10, false), (45, false)]
        let records = try replay(track, "source.gps.stale_s=60")
        #expect(transitions(records) == ["entered 00:00:00", "exited 00:00:40"])
        #expect(records.last { $0.isTransition }?.deferred == true)
    }

    @Test func timersRunAfterTheLastFixUntilTheSourceIsStale() throws {
        let track = [(0, true), (10, false)]
        #expect(
            transitions(try replay(track, "source.gps.stale_s=60"))
                == ["entered 00:00:00", "exited 00:00:40"])
        let short = try replay(track, "source.gps.stale_s=12")
        #expect(transitions(short) == ["entered 00:00:00"])
        #expect(!short.contains { $0.type == "feed-stale" })
    }

    @Test func fixesWaitingForLateOnesAreEvaluated() throws {
        let track = [(0, true), (1, true), (21, false)]
        let records = try replay(
            track, "source.gps.reorder_s=15", "source.gps.stale_s=10",
            "defaults.global.ignore_period_s=0")
        #expect(transitions(records) == ["entered 00:00:00", "exited 00:00:21"])
    }

    @Test func replayEndsWhenTheSourceIsNeverStale() throws {
        let records = try replay(
            [(0, true), (1, true)], "source.gps.stale_s=315360000", "monitor.m.dwell_s=60",
            "monitor.m.dwell_repeat_s=3600")
        #expect(records.filter { $0.type == "dwelled" }.count == 24)
    }

    @Test func sameRecordingGivesTheSameBytes() throws {
        let track = (0..<200).map { ($0 * 7, $0 % 11 < 5) }
        let first = try replay(track).map(Wire.line)
        #expect(first == (try replay(track).map(Wire.line)))
        #expect(first.count > 10)
    }

    /// Why a replay of a few fixes at the yard evaluated nothing; nil where it did.
    private func idleness(
        _ fence: String, _ overrides: String..., extra: String
    ) throws -> String? {
        let text = """
            [source.gps]
            type = "socket"
            [source.spare]
            type = "socket"
            [[monitor]]
            name = "m"
            source = "gps"
            fences = "yard.geojson"
            """
        let composition = try Composition(
            text, overrides: overrides, files: ["/etc/g/yard.geojson": fence])
        var replay = Replay(composition.engine, source: "gps") { _ in }
        let lines = (0..<3).map { second in
            let rest = extra.replacing("S", with: "\(second)")
            return #"{"lat":52.\#(second),"lon":5\#(rest)}"#
        }
        for report in reports(lines) { replay.take(report) { _ in } }
        replay.finish { _ in }
        return replay.idleness
    }

    @Test func replayWithoutEvaluationGivesTheReason() throws {
        let point = #""geometry":{"type":"Point","coordinates":[5,52]}}"#
        func fence(_ settings: String) -> String {
            #"{"type":"Feature","id":"yard","properties":{"geofence":{"radius_m":50"#
                + (settings.isEmpty ? "" : ",") + settings + "}}," + point
        }
        let slow = #","time":"2026-03-01T1S:00:00Z""#
        #expect(try idleness(Self.yard, extra: slow) == nil)
        #expect(
            try idleness(Self.yard, #"monitor.m.schedule=["Mon-Fri 07:00-08:00"]"#, extra: slow)
                == "monitor m has a schedule that was closed (3 fixes)")
        #expect(
            try idleness(fence(#""altitude_max_m":100"#), extra: slow)
                == "monitor m has fences that need an altitude, which the fixes lack (3 fixes)")
        #expect(
            try idleness(fence(#""floor":2"#), extra: slow)
                == "monitor m has fences that need a floor, which the fixes lack (3 fixes)")
        #expect(
            try idleness(fence(#""enabled":false"#), extra: slow)
                == "monitor m has fences that are switched off (3 fixes)")
        #expect(
            try idleness(Self.yard, "monitor.m.source=spare", extra: slow)
                == "no monitor uses source gps (3 fixes)")
        #expect(
            try idleness(#"{"type":"FeatureCollection","features":[]}"#, extra: slow)
                == "monitor m has no fence that can be evaluated (3 fixes)")
        #expect(
            try idleness(Self.yard, extra: #","last_known":true"# + slow)
                == "every fix was refused: 3 fixes as last-known, since the source marks it as an old "
                + "position")
    }

    /// A second source gets the same fixes through its own filter; failures are reported at the
    /// end.
    @Test func derivedSourceIsReplayedWithItsParent() throws {
        let text = """
            [source.gps]
            type = "socket"
            [source.fast]
            from = "gps"
            filter = "$locationupdate.velocity > 2 && $locationupdate.driver == 'Ana'"
            [[monitor]]
            name = "all"
            source = "gps"
            fences = "yard.geojson"
            message_expression = "$fencefeature.none"
            [[monitor]]
            name = "fast"
            id = "f"
            source = "fast"
            fences = "yard.geojson"
            """
        let composition = try Composition(text, files: ["/etc/g/yard.geojson": Self.yard])
        #expect(composition.engine.feeds["fast"]?.parent == "gps")
        var records: [EventRecord] = []
        var replay = Replay(composition.engine, source: "gps") { _ in }
        let lines = [(0, 1), (1, 3)].map { second, speed in
            #"{"lat":52,"lon":5,"time":"2026-01-01T00:00:0\#(second)Z","speed_mps":\#(speed)}"#
        }
        for report in reports(lines) { replay.take(report) { records.append($0) } }
        let entered = records.filter(\.isTransition)
        #expect(entered.map(\.monitor) == ["all"])
        let failures = try #require(replay.messageFailures["all"])
        #expect(failures.events == 1 && failures.problem.contains("has no \"none\""))
        let remarks = replay.engine.remarks(of: "fast")
        #expect(remarks.map(\.code) == [.filterFailed], "the fix has no key driver")
    }

    /// The expressions of one input share their steps in a replay as in the daemon.
    @Test func expressionsOfOneInputShareTheirSteps() throws {
        // Each takes 65,000 to 100,000 steps, so that one of them meets the end of the shared steps.
        let loop = "for (var i = 0; i < 7000; i++) { i; 1; } 'x'"
        let monitors = (1...16).map { number in
            """
            [[monitor]]
            name = "m\(number)"
            source = "gps"
            fences = "yard.geojson"
            message_expression = "\(loop)"

            """
        }
        let text = "[source.gps]\ntype = \"socket\"\n" + monitors.joined()
        let composition = try Composition(text, files: ["/etc/g/yard.geojson": Self.yard])
        var messages: [String] = []
        var replay = Replay(composition.engine, source: "gps") { _ in }
        for report in reports([#"{"lat":52,"lon":5}"#]) {
            replay.take(report) { if $0.isTransition { messages.append($0.message ?? "") } }
        }
        #expect(messages.count == 16)
        let failures = replay.messageFailures.values
        #expect(!failures.isEmpty && failures.count == messages.filter { $0 != "x" }.count)
        #expect(failures.allSatisfy { $0.problem.contains("of one input take more than") })
    }

    /// The monitors of derived sources evaluate the fixes of the parent, also where the parent has
    /// no monitors.
    @Test func replayOfDerivedSourcesOnlyIsNotIdle() throws {
        func idleness(_ filter: String) throws -> String? {
            let text = """
                [source.p]
                type = "socket"
                [source.d]
                from = "p"
                filter = "\(filter)"
                [[monitor]]
                name = "m"
                source = "d"
                fences = "yard.geojson"
                """
            let composition = try Composition(text, files: ["/etc/g/yard.geojson": Self.yard])
            var replay = Replay(composition.engine, source: "p") { _ in }
            for report in reports([#"{"lat":52,"lon":5}"#]) { replay.take(report) { _ in } }
            return replay.idleness
        }
        #expect(try idleness("true") == nil)
        #expect(try idleness("false")?.contains("1 fix as filter") == true)
    }
}
