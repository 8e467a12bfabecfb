public import Chronology
import Geodesy
import JSONText

/// Turns JSON lines into fixes: the lines that a program or an indoor positioning system pushes, and
/// the input of `geofencectl fix` and `geofencectl decode`.
///
/// `{"time","lat","lon","altitude_m","vertical_accuracy_m","accuracy_m","accuracy_level","speed_mps",
/// "course_deg","heading_deg","satellites","hdop","floor","mode","last_known","additional"}`; only
/// `lat` and `lon` are required. `time` is RFC 3339. `mode` 0 or 1 means that there is no position;
/// the other keys are then optional. `altitude_m`, or `alt`, is metres above sea level.
/// `accuracy_level` is the share of positions within `accuracy_m`, from 0.01 to below 1, or a name
/// for one: `1-sigma`, `2d-rms`, `68` or `95`. `additional` is any object of the sender, up to 4096
/// bytes. `{"error":"…"}` reports why there is no position. Null and unknown keys are ignored; NaN
/// and infinities are unknown values. As phones write it, a negative speed or course is unknown, a
/// negative `vertical_accuracy_m` makes the altitude unknown, and a negative `accuracy_m` marks an
/// invalid position, which counts as last known.
public struct PushedFixDecoder: StreamDecoder {
    private let settings: PushedSettings
    private var lines = LineSplitter(limit: JSONLine.maximumLength)

    /// The counts so far; each line counts as a sentence.
    public private(set) var counts = DecoderCounts()

    /// Creates a decoder that has received nothing.
    public init(_ settings: PushedSettings = PushedSettings()) {
        self.settings = settings
    }

    /// Decodes the next bytes of the stream, which arrived at `now`.
    public mutating func receive(
        _ bytes: Span<UInt8>, at now: BootInstant, _ report: (Report) -> Void
    ) {
        counts.bytes += bytes.count
        var splitter = lines
        splitter.push(bytes) { take($0, number: $1, report) }
        lines = splitter
    }

    /// Ends the stream. A last line without line feed is decoded, too.
    public mutating func finish(at now: BootInstant, _ report: (Report) -> Void) {
        var splitter = lines
        splitter.finish { take($0, number: $1, report) }
        lines = splitter
    }

    private mutating func take(
        _ item: LineSplitter.Item, number: Int, _ report: (Report) -> Void
    ) {
        guard case .line(let line) = item else { return give(.discard(.overlong), report) }
        if line[0] == UInt8(ascii: "#") {
            counts.ignored += 1
            return
        }
        var object = JSONLine(line, isStrict: true)
        let reading = Self.read(&object, settings)
        counts.note(object, number: number)
        if case .problem(let problem) = reading {
            counts.noteProblem(problem.sentence, problem.reason, line: number)
        }
        give(reading.report, report)
    }

    private mutating func give(_ result: Report, _ report: (Report) -> Void) {
        counts.count(result)
        report(result)
    }
}
