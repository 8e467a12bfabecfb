import Chronology
import Composition
import Positioning
import Settings
import SystemServices

/// Opens the recordings there are.
@Loop
enum Recordings {
    /// Bytes read from a file at once; their reports wait in memory.
    private static let piece = 16 << 10
    /// Bytes of a file that describes a way: some hundred thousand places.
    private static let pathMaximum = 16 << 20

    /// A recorded file, read piece by piece.
    static func file(
        _ path: String, _ format: TrackFormat
    ) -> @Loop (Source) throws(SourceUnavailable) -> Recording {
        { source throws(SourceUnavailable) in
            do throws(SystemError) {
                let reader = FileRecording(try FileReader(path), format, source)
                return { reader.next() }
            } catch {
                throw .unreadable("\(error)")
            }
        }
    }

    /// A way from a file, travelled at a speed.
    static func way(
        _ path: String, speed_mps: Double
    ) -> @Loop (Source) throws(SourceUnavailable) -> Recording {
        { _ throws(SourceUnavailable) in
            let places: SimulatedPath
            do {
                places = try SimulatedPath.read(TextFile.bytes(path, limit: pathMaximum))
            } catch let problem as SimulatedPath.Problem {
                throw .unreadable("\(path): \(problem.sentence)")
            } catch {
                throw .unreadable("\(error)")
            }
            guard
                let track = SimulatedTrack(
                    places, pace: .speed(speed_mps), start: WallClock.now(),
                    accuracyMetres: accuracyMetres)
            else { throw .unreadable("\(speed_mps) m/s is no speed; give one above 0") }
            var fixes = track.makeIterator()
            var second: Int64 = 0
            return {
                guard let fix = fixes.next() else { return nil }
                defer { second += 1 }
                return (BootInstant(nanoseconds: second * 1_000_000_000), .fix(fix))
            }
        }
    }

    /// What a simulated receiver claims: an ordinary one under an open sky.
    private static let accuracyMetres = 3.0

    /// A file and what was read of it ahead.
    @Loop
    private final class FileRecording {
        private let file: FileReader
        private let source: Source
        private var reader: TrackReader
        private var waiting: [TimedReport] = []
        private var isAtEnd = false

        init(_ file: FileReader, _ format: TrackFormat, _ source: Source) {
            self.file = file
            self.source = source
            reader = TrackReader(format, TrackSettings(source.settings))
        }

        func next() -> (at: BootInstant, report: Report)? {
            while waiting.isEmpty {
                guard !isAtEnd else { return nil }
                // A medium that fails ends the recording as its own end does.
                let bytes = (try? file.next(Recordings.piece)) ?? []
                isAtEnd = bytes.isEmpty
                var found: [TimedReport] = []
                if isAtEnd {
                    reader.finish { found.append($0) }
                } else {
                    reader.receive(bytes.span) { found.append($0) }
                }
                source.intake.recordingCounts = reader.counts
                waiting = found.reversed()
            }
            let report = waiting.removeLast()
            return (report.at, report.report)
        }
    }
}

extension SourceUnavailable {
    fileprivate static func unreadable(_ sentence: String) -> SourceUnavailable {
        SourceUnavailable(trouble: SourceTrouble(code: "unreadable", sentence: sentence))
    }
}
