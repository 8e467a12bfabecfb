import Chronology

/// The time in a line or file, readable or not.
enum StatedTime: Hashable, Sendable {
    /// An instant.
    case instant(UTCInstant)
    /// A text that is not a time.
    case unreadable(text: String, Fault)

    /// Why a text is not an instant.
    enum Fault: Hashable, Sendable {
        /// The text does not have the required form.
        case form
        /// The text has no time zone: it may be local time.
        case noZone
        /// Its year is outside of ``UTCInstant/years``.
        case year
    }

    /// Reads RFC 3339 text.
    init(_ text: Span<UInt8>) {
        do throws(RFC3339Time.Fault) {
            let time = try RFC3339Time(text)
            self =
                time.instant.map { .instant($0) } ?? .unreadable(text: Self.shown(text), .year)
        } catch {
            let fault: Fault =
                switch error {
                case .form: .form
                case .noZone: .noZone
                }
            self = .unreadable(text: Self.shown(text), fault)
        }
    }

    /// The instant; nil for an unreadable text.
    var instant: UTCInstant? {
        if case .instant(let instant) = self { instant } else { nil }
    }

    /// The instant, with UTC assumed for a missing zone; nil for another fault.
    var instantOrUTC: UTCInstant? {
        switch self {
        case .instant(let instant): instant
        case .unreadable(let text, .noZone): UTCInstant(rfc3339: text + "Z")
        case .unreadable(_, .form), .unreadable(_, .year): nil
        }
    }

    /// Returns the first 40 bytes of a text for messages: as much as any time has.
    private static func shown(_ text: Span<UInt8>) -> String {
        var bytes: [UInt8] = []
        for index in 0..<min(text.count, 40) { bytes.append(text[index]) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension StatedTime.Fault {
    /// Returns the end of a sentence that begins with `time is "…"`.
    func sentence(_ text: String) -> String {
        switch self {
        case .form: "it must be like 2026-11-21T07:40:00.000Z."
        case .noZone:
            "it has no zone; write \(text)Z if it is UTC, else its offset, such as \(text)+02:00."
        case .year:
            "its year must be from \(UTCInstant.years.lowerBound) to \(UTCInstant.years.upperBound)."
        }
    }
}
