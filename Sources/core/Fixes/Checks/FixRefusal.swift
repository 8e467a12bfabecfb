/// The reason why a fix is refused. The raw values are part of the protocol.
public enum FixRefusal: String, Sendable, Hashable, CaseIterable {
    /// The source itself marks the position as old.
    case lastKnown = "last-known"
    /// No receiver can be at this place.
    case impossible
    /// The fix has the time of the fix before it and is no better.
    case duplicate
    /// The fix is older than the last accepted fix.
    case outOfLine = "late"
    /// The fix is so far ahead of the last accepted fix that its date must be wrong.
    case ahead
    /// The fix is out of order and was accepted before.
    case repeated
    /// One coordinate is exactly 0, and the place is far from the last fix.
    case zeroCoordinate = "zero-coordinate"
    /// The fix is stored data, or its date is wrong according to the wall clock.
    case badDate = "bad-date"
    /// The filter of the source returns false for the fix, or fails.
    case filter
    /// The position has not changed in at least 10 fixes and 60 s of more than 2 m/s each.
    case frozen = "frozen-position"
    /// The fix is too far from the fix before it to be reachable, and other fixes have not
    /// confirmed it yet.
    case tooFast = "too-fast"

    /// The check that refuses a fix for this reason.
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

    /// The reason as text, for the end of a sentence.
    public var words: String {
        switch self {
        case .lastKnown: "the source marks it as an old position"
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
            "the position does not move although the reported speed is above 2 m/s; frozen_check = \"off\" accepts "
                + "it"
        case .tooFast:
            "it is too far from the fix before for max_speed_mps, and not enough others agree with "
                + "it yet"
        }
    }
}
