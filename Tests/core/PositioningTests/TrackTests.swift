import Chronology
import Positioning
import Testing

/// Recordings of every format give the reports that lie beside them, however they are cut.
struct TrackTests {
    static let suffixes = [".gpsd", ".jsonl", ".gpx", ".json", ".geojson"]

    private func lines(_ trace: Trace, _ format: TrackFormat, chunk: Int) -> [String] {
        var settings = TrackSettings()
        settings.gpsd = GPSDSettings()
        var reader = TrackReader(format, settings)
        var lines: [String] = []
        func note(_ timed: TimedReport) {
            lines.append(
                "@\(timed.at.seconds(since: BootInstant(nanoseconds: 0))) \(timed.report.line)")
        }
        var start = 0
        while start < trace.bytes.count {
            let end = min(start + chunk, trace.bytes.count)
            reader.receive(trace.bytes.span.extracting(start..<end), note)
            start = end
        }
        reader.finish(note)
        let counts = reader.counts
        if let first = counts.firstUnknownValue {
            lines.append(
                "\(counts.unknownValues) unknown values, first line \(first.line) \(first.key) \(first.text)"
            )
        }
        if let problem = counts.firstProblem {
            lines.append("first problem: line \(problem.line): \(problem.sentence)")
        }
        if let first = counts.firstUnreadableTime {
            lines.append("\(counts.unreadableTimes) unreadable times, first \(first)")
        }
        if counts.zonelessTimes > 0 { lines.append("\(counts.zonelessTimes) times without zone") }
        return lines
    }

    @Test(arguments: try suffixes.flatMap { try Trace.all($0) })
    func givesItsReports(_ trace: Trace) throws {
        let detected = TrackFormat.detect(trace.bytes.span)
        let format = try #require(detected)
        let whole = lines(trace, format, chunk: trace.bytes.count)
        let text = "# \(format.rawValue)\n" + whole.map { $0 + "\n" }.joined()
        #expect(try text == trace.golden(updatedTo: text))
        for chunk in [1, 2, 7, 64] {
            #expect(lines(trace, format, chunk: chunk) == whole, "in chunks of \(chunk)")
        }
    }

    @Test func formatsAreDetected() {
        func detect(_ text: String) -> TrackFormat? { TrackFormat.detect(Array(text.utf8).span) }
        #expect(detect("# story\n$GPGGA,1*00\n") == .nmea)
        #expect(detect("\u{FEFF}<?xml version=\"1.0\"?><gpx/>") == .gpx)
        #expect(detect("$GPGGA,1*00\r\n{\"class\":\"TPV\"}\n") == .gpsd)
        #expect(detect("{\"lat\":1,\"lon\":2}\n") == .pushed)
        #expect(detect("hello") == nil)
        #expect(detect("") == nil)
    }

    @Test(arguments: [1, 7, 1000])
    func sentencesInTheHeaderCommentAreNotPartOfTheRecording(chunk: Int) {
        let quoted = sentence(
            "GPRMC,110000,A,4807.038,N,01131.000,E,10.0,90.0,211126,,,A")
        let recorded = sentence(
            "GPRMC,120000,A,4807.038,N,01131.000,E,10.0,90.0,211126,,,A")
        let text = "# A bug: \(quoted)#\r\n\r\n# \(quoted)\(recorded)#\n"
        let bytes = Array(text.utf8)
        var reader = TrackReader(.nmea)
        var times: [String?] = []
        let note: (TimedReport) -> Void = {
            if case .fix(let fix) = $0.report { times.append(fix.time?.rfc3339) }
        }
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            reader.receive(bytes.span.extracting(start..<min(start + chunk, bytes.count)), note)
        }
        reader.finish(note)
        #expect(times == ["2026-11-21T12:00:00.000Z"])
    }

    @Test func replayFollowsTheTimesOfTheFixesAndNeverGoesBack() {
        let times = ["12:00:00", "12:00:05", "12:00:05", "12:00:04", "12:00:07"]
        var text = times.map { "{\"lat\":48,\"lon\":11,\"time\":\"2026-11-21T\($0)Z\"}\n" }.joined()
        text +=
            "{\"lat\":48,\"lon\":11}\n{\"lat\":48,\"lon\":11,\"time\":\"2036-11-21T12:00:00Z\"}\n"
        var reader = TrackReader(.pushed)
        var seconds: [Double] = []
        reader.receive(Array(text.utf8).span) {
            seconds.append($0.at.seconds(since: BootInstant(nanoseconds: 0)))
        }
        // What is older takes the usual interval; what follows is counted from the latest fix.
        #expect(seconds == [0, 5, 5, 10, 10, 11, 12])
    }

    /// The times pass through all years, a week at a time, and start again repeatedly.
    @Test func replayTimeIsLimited() {
        var reader = TrackReader(.pushed)
        var last = BootInstant(nanoseconds: 0)
        for _ in 0..<2 {
            var time = UTCInstant(rfc3339: "1900-01-01T00:00:00Z") ?? UTCInstant(nanoseconds: 0)
            while time.rfc3339 < "2149" {
                let line = "{\"lat\":48,\"lon\":11,\"time\":\"\(time.rfc3339)\"}\n"
                reader.receive(Array(line.utf8).span) {
                    #expect($0.at >= last)
                    last = $0.at
                }
                time = time.advanced(bySeconds: 7 * 86_400)
            }
        }
        #expect(last.seconds(since: BootInstant(nanoseconds: 0)) == 100 * 365 * 86_400)
    }

    /// A receiver that only sends GGA gives no date.
    @Test func replayFollowsTheTimesOfDayPastMidnight() {
        let times = ["235958.50", "235958.60", "235958.70", "235959.70", "000059.70"]
        let text = times.map {
            sentence("GPGGA,\($0),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
        }.joined()
        var reader = TrackReader(.nmea)
        var milliseconds: [Int64] = []
        let note: (TimedReport) -> Void = {
            guard case .fix(let fix) = $0.report else { return }
            #expect(fix.time == nil)
            milliseconds.append($0.at.nanoseconds / 1_000_000)
        }
        reader.receive(Array(text.utf8).span, note)
        reader.finish(note)
        #expect(milliseconds == [0, 100, 200, 1200, 61_200])
    }

    /// Receiver time jumps back by an hour: the new time counts once it has lasted.
    @Test(arguments: [(30, 1.0), (70, 10)])
    func replayFollowsALastingTimeJump(fixes: Int, step_s: Double) throws {
        let start = try #require(UTCInstant(rfc3339: "2026-11-21T12:00:00Z"))
        let times =
            [0.0, 1, 2] + (0..<fixes).map { Double($0) - 3600 } + [Double(fixes + 9) - 3600]
        let text = times.map {
            "{\"lat\":48,\"lon\":11,\"time\":\"\(start.advanced(bySeconds: $0).rfc3339)\"}\n"
        }.joined()
        var reader = TrackReader(.pushed)
        var seconds: [Double] = []
        reader.receive(Array(text.utf8).span) {
            seconds.append($0.at.seconds(since: BootInstant(nanoseconds: 0)))
        }
        #expect(seconds.prefix(5) == [0, 1, 2, 3, 4])
        #expect(seconds[seconds.count - 1] - seconds[seconds.count - 2] == step_s)
    }
}
