import Chronology
import FoundationEssentials
import Geodesy
import Positioning
import TestSupport
import Testing

/// The recorded logs of real receivers that lie beside the product where it is developed: every
/// epoch that a correct reader reports is reported with its place and time of day.
struct CorpusTests {
    private struct Epoch: Decodable {
        var kind: String
        var tod: Double?
        var positions: [[Double]]

        private enum CodingKeys: String, CodingKey {
            case kind = "class"
            case tod, positions
        }

        func holds(_ fix: Fix) -> Bool {
            if let tod, let time = fix.time {
                let ofDay = Double(time.nanoseconds % 86_400_000_000_000) / 1e9
                guard abs(tod - ofDay) <= 0.006 else { return false }
            }
            return positions.contains {
                // 5 cm in degrees of latitude; longitudes are compared as strictly.
                abs($0[0] - fix.position.latitude) < 4.5e-7
                    && abs($0[1] - fix.position.longitude) < 4.5e-7
            }
        }
    }

    private static let folder = DataFolder.package.folder("../shared/corpus/gpsd-public")

    /// The names of the logs; none where the corpus is not there.
    static var logs: [String] {
        ((try? folder.names(endingIn: ".log")) ?? []).map { String($0.dropLast(4)) }
    }

    @Test(arguments: logs)
    func fixesEqualTheReferenceEpochs(_ log: String) throws {
        var bytes = try Self.folder.bytes(log + ".log")
        // The bars of this log mark write boundaries and are no data.
        if log == "tcp-torture" { bytes.removeAll { $0 == UInt8(ascii: "|") } }
        let epochs = try Self.folder.lines(log + ".epochs.ndjson").map {
            try JSONDecoder().decode(Epoch.self, from: Data($0))
        }
        var fixes: [Fix] = []
        var reader = TrackReader(.nmea)
        let note: (TimedReport) -> Void = {
            if case .fix(let fix) = $0.report { fixes.append(fix) }
        }
        reader.receive(bytes.span, note)
        reader.finish(note)
        for epoch in epochs where epoch.kind == "core" {
            #expect(fixes.contains(where: epoch.holds), "\(epoch) is missing")
        }
        for fix in fixes {
            #expect(epochs.contains { $0.holds(fix) }, "\(fix.decodeLine) is unexplained")
        }
    }
}
