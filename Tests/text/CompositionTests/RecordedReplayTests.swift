import Chronology
import Composition
import ControlProtocol
import FixRecorder
import Fixes
import Geodesy
import Geofencing
import Testing

@Suite struct RecordedReplayTests {
    private let start = UTCInstant(nanoseconds: 1_795_333_200_000_000_000)

    private func entry(
        _ number: Int64, _ content: RecordedInput.Content, boot: BootID? = BootID(number: 1),
        at boot_ns: Int64, wall_s: Double
    ) -> RecordedEntry {
        RecordedEntry(
            number: number, boot: boot,
            receivedAt: start.advanced(bySeconds: wall_s),
            input: RecordedInput(content, source: "gps", at: BootInstant(nanoseconds: boot_ns)))
    }

    private func fix(
        _ longitude: Double, _ second: Double, _ details: FixDetails = FixDetails(satellites: 7)
    ) -> RecordedInput.Content {
        var update = LocationUpdate(
            position: Coordinate(latitude: 52.0005, longitude: longitude),
            time: start.advanced(bySeconds: second))
        update.accuracy_m = 3
        return .fix(update, details: details, refusal: nil)
    }

    private func configuration(_ filter: String = "") throws -> EngineConfiguration {
        let text = """
            [source.gps]
            type = "socket"
            \(filter)
            [defaults.global]
            ignore_period_s = 0
            [[monitor]]
            name = "yard"
            source = "gps"
            fences = "square.geojson"
            """
        let square = """
            {"type":"Feature","id":"square","properties":{},"geometry":{"type":"Polygon",
            "coordinates":[[[4,52],[4.001,52],[4.001,52.001],[4,52.001],[4,52]]]}}
            """
        return try Composition(text, files: ["/etc/g/square.geojson": square]).engine
    }

    private func transitions(
        _ entries: [RecordedEntry], filter: String = ""
    ) throws -> [String] {
        var types: [String] = []
        var replay = Replay(try configuration(filter), source: nil) { _ in }
        for entry in entries { replay.take(entry) { types.append($0.type) } }
        replay.finish { types.append($0.type) }
        return types.filter { ["entered", "exited", "feed-stale"].contains($0) }
    }

    @Test func entriesAreTheSameOnTheWire() throws {
        let details = FixDetails(
            satellites: 7, hdop: 0.8, heading_deg: 45, additional: #"{"driver":"Zoë"}"#)
        let entries = [
            entry(6, fix(4.0005, 1, details), at: 4, wall_s: 1),
            entry(7, fix(4.0005, 0.000_000_001), at: 5, wall_s: 1.5),
            entry(8, .running(true), boot: nil, at: 6, wall_s: 2),
            entry(9, .running(false), at: .max, wall_s: 3),
            entry(10, .restarted, at: 7, wall_s: 4),
            entry(11, .wallClock(offset_ns: nil), at: 8, wall_s: 5),
            entry(12, .wallClock(offset_ns: .min), at: 8, wall_s: 5),
            entry(13, .started, at: 9, wall_s: 5),
        ]
        for entry in entries {
            let line = Wire.line(RecordingEntry(entry))
            let read = try Wire.value(RecordingEntry.self, from: line)
            #expect(RecordedEntry(read) == entry)
        }
    }

    /// The boot clock restarts with the machine; time continues by the wall clock.
    @Test func replayContinuesAfterAReboot() throws {
        let second: Int64 = 1_000_000_000
        let (before, after) = (BootID(number: 1), BootID(number: 2))
        var entries = (0..<5).map {
            entry(
                Int64($0), fix(4.0005, Double($0)), boot: before, at: (9000 + Int64($0)) * second,
                wall_s: Double($0))
        }
        entries.append(entry(5, .started, boot: after, at: 10 * second, wall_s: 65))
        entries += (0..<5).map {
            entry(
                6 + Int64($0), fix(4.0025, 70 + Double($0)), boot: after,
                at: (15 + Int64($0)) * second, wall_s: 70 + Double($0))
        }
        let types = try transitions(entries)
        #expect(types == ["entered", "feed-stale", "exited"])
    }

    /// A filter reads the same details of a recorded fix as of the live one.
    @Test func replayUsesTheDetailsOfTheFixes() throws {
        let details = FixDetails(
            satellites: 7, hdop: 0.8, heading_deg: 45, additional: #"{"driver":"Ana"}"#)
        let filter =
            "filter = \"$locationupdate.hdop < 1 && $locationupdate.heading == 45 "
            + "&& DefaultValue($locationupdate, 'driver', '') == 'Ana'\""
        let entries = [
            entry(1, fix(4.0005, 0, details), at: 0, wall_s: 0),
            entry(2, fix(4.0025, 20), at: 20_000_000_000, wall_s: 20),
        ]
        let filtered = try transitions(entries, filter: filter)
        #expect(filtered.contains("entered") && !filtered.contains("exited"))
        #expect(try transitions(entries).contains("exited"))
    }

    @Test func impossibleTimesDoNotTrap() throws {
        let times: [Int64] = [.max, .min, 0, .max, -1, .min]
        let entries = times.enumerated().map { index, time in
            RecordedEntry(
                number: Int64(index), boot: BootID(number: UInt128(index / 2)),
                receivedAt: UTCInstant(nanoseconds: times[5 - index]),
                input: RecordedInput(
                    index % 2 == 0 ? fix(4.0005, Double(index)) : .wallClock(offset_ns: time),
                    source: "gps", at: BootInstant(nanoseconds: time)))
        }
        #expect(try transitions(entries).first == "entered")
    }
}
