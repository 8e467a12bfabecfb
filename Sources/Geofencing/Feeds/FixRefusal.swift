/// Why a fix is not judged. The raw values are the words on the wire.
public enum FixRefusal: String, Sendable, Hashable {
    /// An old position by its own account.
    case lastKnown = "last-known"
    /// No receiver can be there.
    case impossible
    /// The instant of the fix before, and nothing better.
    case duplicate
    /// Older than the last accepted fix.
    case outOfLine = "late"
    /// So far ahead of the last accepted fix that its date must be wrong.
    case ahead
    /// Out of order, and accepted before.
    case repeated
    /// One coordinate is exactly 0 and far from the last fix.
    case zeroCoordinate = "zero-coordinate"
    /// Stored data, or a wrong date, by the wall clock.
    case badDate = "bad-date"
    /// The filter of the source gives false for it, or has no value.
    case filter
    /// The position does not move although the speed says so.
    case frozen = "frozen-position"
    /// Too far from the fix before to have come from there, and not yet confirmed by others.
    case tooFast = "too-fast"

    /// The check that refuses for it.
    var check: SourceCheck {
        switch self {
        case .lastKnown: .lastKnown
        case .impossible: .place
        case .duplicate, .repeated: .repetition
        case .outOfLine, .ahead: .timeOrder
        case .zeroCoordinate: .zeroCoordinate
        case .badDate: .date
        case .filter: .filter
        case .frozen: .frozenPosition
        case .tooFast: .jump
        }
    }

    /// The reason for people, as the end of a sentence.
    public var words: String {
        switch self {
        case .lastKnown: "it is an old position by its own account"
        case .impossible: "no receiver can be at such a place"
        case .duplicate: "it has the time of the fix before and no better accuracy"
        case .outOfLine: "its time is before that of the last fix"
        case .ahead: "its time is more than a day ahead of that of the last fix"
        case .repeated: "a fix of this time and place was accepted before"
        case .zeroCoordinate:
            "one coordinate is exactly 0, far from the last fix, and so missing; zero_check = "
                + "\"off\" accepts it"
        case .badDate:
            "its date is more than a day off the wall clock, so that it is stored data or the date "
                + "is wrong; date_check = \"off\" accepts it"
        case .filter:
            "the filter of the source gives false for it, or fails: geofencectl source explain"
        case .frozen:
            "the position does not move although the speed says so; frozen_check = \"off\" accepts "
                + "it"
        case .tooFast:
            "it is too far from the fix before for max_speed_mps, and not enough others agree with "
                + "it yet"
        }
    }
}
