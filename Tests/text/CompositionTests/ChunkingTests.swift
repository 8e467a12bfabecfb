import Chronology
import Composition
import ControlProtocol
import Geodesy
import Positioning
import TestSupport
import Testing

/// The pieces in which a recording arrives do not change the events, byte for byte.
@Suite struct ChunkingTests {
    private static let folder = DataFolder.package.folder("etc/demo")

    @Test(arguments: TrackFormat.allCases)
    func chunksDoNotChangeTheEvents(format: TrackFormat) throws {
        let log = try Self.recording(in: format)
        let whole = try Self.events(of: log, as: format) { log.count }
        #expect(whole.count > 30)
        for seed in 1...8 as ClosedRange<UInt64> {
            var random = SplitMix(seed: seed)
            // Pieces as from a slow line, as from sockets, and anything between.
            let longest = [1, 3, 80, 700, 5_000][Int(seed % 5)]
            let cut = try Self.events(of: log, as: format) {
                Int(random.next() % UInt64(longest)) + 1
            }
            #expect(cut == whole, "\(format), seed \(seed)")
        }
    }

    /// The lines of all events of a log that arrives in pieces of these lengths.
    private static func events(
        of log: [UInt8], as format: TrackFormat, in pieces: () -> Int
    ) throws -> [[UInt8]] {
        let text = """
            [source.gps]
            type = "socket"
            [[monitor]]
            name = "sections"
            source = "gps"
            fences = "sections.geojson"
            ignore_period_s = 0
            dwell_s = 20
            [[monitor]]
            name = "points"
            source = "gps"
            fences = "points-of-interest.geojson"
            buffer_m = 10
            """
        let composition = try Composition.load(
            text, path: "g.toml",
            readFile: { (path, _) throws(UnreadableFile) in
                guard let bytes = try? folder.bytes(path) else {
                    throw UnreadableFile(reason: "cannot be read")
                }
                return bytes
            }
        ).get()
        var records: [EventRecord] = []
        var replay = Replay(composition.engine, source: "gps") { records.append($0) }
        var reader = TrackReader(format)
        let take: (TimedReport) -> Void = { report in
            replay.take(report) { records.append($0) }
        }
        var start = 0
        while start < log.count {
            let end = min(log.count, start + pieces())
            reader.receive(log.span.extracting(start..<end), take)
            start = end
        }
        reader.finish(take)
        replay.finish { records.append($0) }
        return records.map { Array(Wire.line($0)) }
    }

    /// The tour of the demo as a recording of that format.
    private static func recording(in format: TrackFormat) throws -> [UInt8] {
        let tour = try folder.bytes("tour.nmea")
        var fixes: [Fix] = []
        var reader = TrackReader(.nmea)
        let note: (TimedReport) -> Void = { report in
            if case .fix(let fix) = report.report { fixes.append(fix) }
        }
        reader.receive(tour.span, note)
        reader.finish(note)
        let lines = fixes.map { fix in
            let time = fix.time?.rfc3339 ?? ""
            let (latitude, longitude) = (fix.position.latitude, fix.position.longitude)
            return switch format {
            case .nmea: ""
            case .gpsd:
                #"{"class":"TPV","device":"/dev/x","mode":3,"time":"\#(time)","#
                    + #""lat":\#(latitude),"lon":\#(longitude)}"# + "\r\n"
            case .pushed: #"{"lat":\#(latitude),"lon":\#(longitude),"time":"\#(time)"}"# + "\n"
            case .array: #"{"lat":\#(latitude),"lon":\#(longitude),"time":"\#(time)"}"#
            case .geojson:
                #"{"type":"Feature","properties":{"time":"\#(time)"},"geometry":"#
                    + #"{"type":"Point","coordinates":[\#(longitude),\#(latitude)]}}"#
            case .gpx:
                #"<trkpt lat="\#(latitude)" lon="\#(longitude)"><time>\#(time)</time></trkpt>"#
            }
        }
        return switch format {
        case .nmea: tour
        case .gpsd, .pushed: Array(lines.joined().utf8)
        case .array: Array("[\n\(lines.joined(separator: ",\n"))\n]\n".utf8)
        case .geojson:
            Array(
                "{\"type\":\"FeatureCollection\",\"features\":[\(lines.joined(separator: ",\n"))]}"
                    .utf8)
        case .gpx:
            Array(
                ("<?xml version=\"1.0\"?><gpx version=\"1.1\"><trk><trkseg>\(lines.joined())"
                    + "</trkseg></trk></gpx>").utf8)
        }
    }
}
