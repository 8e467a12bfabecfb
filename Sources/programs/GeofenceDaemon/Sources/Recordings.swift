import Chronology
import Composition
import Positioning
import Settings
import SystemServices

/// The functions that open recordings.
@Loop
enum Recordings {
    /// The bytes read from a file at once. Their reports wait in memory.
    private static let piece = 16 << 10
    /// The maximum bytes of a file with a path: some hundred thousand positions.
    private static let pathMaximum = 16 << 20

    /// Returns the opener of a recorded file, which is read piece by piece.
    ///
    /// - Parameter format: nil detects the form of JSON with fixes.
    static func file(
        _ path: String, _ format: TrackFormat?
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

    /// Returns the opener of a simulated receiver on the path in a file.
    static func simulation(
        _ settings: SimulationSettings
    ) -> @Loop (Source) throws(SourceUnavailable) -> Recording {
        { _ throws(SourceUnavailable) in
            let path = settings.path
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
                    places, pace: settings.speed_mps.map { .speed($0) } ?? .placeByPlace,
                    intervalSeconds: settings.interval_s, start: WallClock.now(),
                    accuracyMetres: settings.accuracy_m)
            else { throw .unreadable("\(path) cannot be simulated at that speed") }
            var fixes = track.makeIterator()
            var count = 0.0
            return {
                guard let fix = fixes.next() else { return nil }
                defer { count += 1 }
                let elapsed_ns = (count * settings.interval_s * 1e9).rounded()
                return (BootInstant(nanoseconds: Int64(elapsed_ns)), .fix(fix))
            }
        }
    }

    /// A file and the reports that were read ahead.
    @Loop
    private final class FileRecording {
        private let file: FileReader
        private let source: Source
        /// Nil until the format of the file is detected.
        private var reader: TrackReader?
        private var waiting: [TimedReport] = []
        private var isAtEnd = false

        init(_ file: FileReader, _ format: TrackFormat?, _ source: Source) {
            self.file = file
            self.source = source
            reader = format.map { TrackReader($0, TrackSettings(source.settings)) }
        }

        func next() -> (at: BootInstant, report: Report)? {
            while waiting.isEmpty {
                guard !isAtEnd else { return nil }
                // A read error ends the recording like the end of the file.
                let bytes = (try? file.next(Recordings.piece)) ?? []
                isAtEnd = bytes.isEmpty
                var found: [TimedReport] = []
                var reader =
                    self.reader.take()
                    ?? TrackReader(Self.form(of: bytes), TrackSettings(source.settings))
                if isAtEnd {
                    reader.finish { found.append($0) }
                } else {
                    reader.receive(bytes.span) { found.append($0) }
                }
                source.pipeline.recordingCounts = reader.counts
                self.reader = consume reader
                waiting = found.reversed()
            }
            let report = waiting.removeLast()
            return (report.at, report.report)
        }

        /// Detects the form of JSON with fixes: JSON lines by default.
        private static func form(of bytes: [UInt8]) -> TrackFormat {
            switch TrackFormat.detect(bytes.span) {
            case .array: .array
            case .geojson: .geojson
            case .pushed, .nmea, .gpsd, .gpx, nil: .pushed
            }
        }
    }
}

extension SourceUnavailable {
    fileprivate static func unreadable(_ sentence: String) -> SourceUnavailable {
        SourceUnavailable(trouble: SourceTrouble(code: "unreadable", sentence: sentence))
    }
}
