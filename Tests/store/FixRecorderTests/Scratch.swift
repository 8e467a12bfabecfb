import Chronology
import Fixes
import Geodesy
import Glibc
import Testing

@testable import FixRecorder

/// A temporary directory for one test, with a recording.
final class Scratch {
    let path: String

    init() throws {
        path = "/tmp/geofenced-recording-\(UInt64.random(in: 0 ... .max))"
        try #require(unsafe mkdir(path, 0o700) == 0)
    }

    deinit {
        for file in (try? recording.files()) ?? [] { try? recording.remove(file.firstNumber) }
        _ = unsafe rmdir(recording.path)
        _ = unsafe rmdir(path)
    }

    var recording: RecordingDirectory { RecordingDirectory(in: path) }

    /// Changes the bytes of the oldest file.
    func edit(_ change: (inout [UInt8]) -> Void) throws {
        let number = try #require(try recording.files().first).firstNumber
        var bytes = try recording.read(number)
        change(&bytes)
        try recording.remove(number)
        try recording.append(bytes, to: number)
    }
}

/// Inputs with all contents and fields that an input can have.
enum Sample {
    static let boot = BootID(number: 0x5F3A_0000_0000_0001)
    static let start_ns: Int64 = 1_795_333_200_000_000_000

    /// A fix for each of these seconds, and the other inputs at that time.
    static func inputs(_ numbers: Range<Int>) -> [RecordedInput] {
        numbers.flatMap { number -> [RecordedInput] in
            let at = BootInstant(nanoseconds: Int64(number) * 1_000_000_000 + 123_456_789)
            let fix = RecordedInput(
                .fix(
                    update(number), details: details(number),
                    refusal: number % 7 == 0 ? "too-fast" : nil),
                source: number % 5 == 0 ? "indoor" : "gps", at: at)
            switch number % 10 {
            case 0: return [RecordedInput(.running(true), source: "gps", at: at), fix]
            case 1: return [RecordedInput(.wallClock(offset_ns: start_ns), at: at), fix]
            case 2: return [RecordedInput(.wallClock(offset_ns: nil), at: at), fix]
            case 3: return [RecordedInput(.restarted, source: "indoor", at: at), fix]
            case 4: return [RecordedInput(.started, at: at), fix]
            case 5: return [RecordedInput(.running(false), source: "indoor", at: at), fix]
            default: return [fix]
            }
        }
    }

    private static func details(_ number: Int) -> FixDetails {
        FixDetails(
            satellites: number % 3 == 0 ? nil : number % 20,
            hdop: number % 4 == 0 ? nil : Double(number % 9) / 10,
            heading_deg: number % 5 == 0 ? Double(number) : nil,
            additional: number % 6 == 0 ? #"{"driver":"Zoë \#(number % 4)"}"# : nil)
    }

    static func update(_ number: Int) -> LocationUpdate {
        let sway = Double(number % 37) / 7e6
        var update = LocationUpdate(
            position: Coordinate(latitude: -52.370_000_1 + sway, longitude: 179.999_9 - sway),
            time: number % 4 == 0
                ? nil : UTCInstant(nanoseconds: start_ns + Int64(number) * 1_000_000_001))
        guard number % 6 != 0 else { return update }
        update.accuracy_m = 3.1 + sway
        update.accuracyLevel = number % 2 == 0 ? 0.95 : 0.68
        update.altitude_m = -1.5
        update.verticalAccuracy_m = 7.25
        update.speed_mps = Double(number % 11)
        update.course_deg = 271.3
        update.floor = number % 8 == 0 ? -2 : nil
        update.isLastKnown = number % 9 == 0
        update.comesAsJSONLine = number % 5 == 0
        update.hasWeekRollover = number % 11 == 0
        return update
    }

    /// The clocks so many seconds after the first sample.
    static func clocks(_ second: Double) -> RecordingWriter.Clocks {
        RecordingWriter.Clocks(
            boot: boot, at: BootInstant(nanoseconds: Int64(second * 1e9)), wall: wall(second),
            isWallReliable: true)
    }

    /// The time of the wall clock so many seconds after the first sample.
    static func wall(_ second: Double) -> UTCInstant {
        UTCInstant(nanoseconds: start_ns).advanced(bySeconds: second)
    }
}

extension RecordingDirectory {
    /// The selected entries, and the damage to the files.
    func all(
        _ selection: RecordingSelection = RecordingSelection()
    ) throws -> (entries: [RecordedEntry], damage: RecordingDamage) {
        var entries: [RecordedEntry] = []
        let damage = try read(selection) {
            entries += $0
            return true
        }
        return (entries, damage)
    }
}

extension RecordingWriter {
    /// Writes blocks of so many seconds each.
    mutating func write(seconds: Range<Int>, by step: Int = 60) throws {
        for start in stride(from: seconds.lowerBound, to: seconds.upperBound, by: step) {
            try write(
                Sample.inputs(start..<min(start + step, seconds.upperBound)),
                Sample.clocks(Double(start + step)))
        }
    }
}
