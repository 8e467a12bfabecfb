import CExpat
import Chronology
import Geodesy

/// Reads the points of the tracks and routes of a GPX file (versions 1.0 and 1.1) in the order of
/// the file. Waypoints are not part of a track and are skipped.
///
/// Uses libexpat. Entities that the document declares are refused, so that none is expanded.
struct GPXReader {
    /// The maximum nesting depth; deeper nesting is not GPX.
    static let maximumDepth = 32
    /// The maximum number of bytes that are read of a text of a point.
    static let maximumText = 64

    private let parser: GPXParser
    private let settings: GPXSettings
    private(set) var counts = DecoderCounts()
    private var isBroken = false

    init(_ settings: GPXSettings = GPXSettings()) {
        self.settings = settings
        parser = GPXParser()
    }

    mutating func receive(_ bytes: Span<UInt8>, _ report: (Report) -> Void) {
        counts.bytes += bytes.count
        parse(bytes, isFinal: false, report)
    }

    mutating func finish(_ report: (Report) -> Void) {
        parse(Span(), isFinal: true, report)
    }

    private mutating func parse(
        _ bytes: Span<UInt8>, isFinal: Bool, _ report: (Report) -> Void
    ) {
        guard !isBroken else { return }
        let isGood = parser.parse(bytes, isFinal: isFinal)
        for point in parser.takePoints() {
            counts.sentences += 1
            if point.isWithoutFix {
                counts.noFixReasons.count(.void)
                report(.noFix(.void))
                continue
            }
            guard let fix = point.fix else {
                counts.discards.count(.badPoint)
                report(.discard(.badPoint))
                continue
            }
            let isNullIsland = fix.position.latitude == 0 && fix.position.longitude == 0
            if isNullIsland, !settings.allowsNullIsland {
                counts.discards.count(.nullIsland)
                report(.discard(.nullIsland))
                continue
            }
            counts.note(point.time)
            counts.fixes += 1
            report(.fix(fix))
        }
        counts.wayPoints = parser.wayPoints
        if !isGood {
            isBroken = true
            counts.discards.count(.badXML)
            report(.discard(.badXML))
        }
    }
}
