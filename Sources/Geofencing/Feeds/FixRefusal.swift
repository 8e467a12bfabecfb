/// Why a fix is not judged. The raw values are the words on the wire.
public enum FixRefusal: String, Sendable, Hashable {
    /// An old position by its own account.
    case lastKnown = "last-known"
    /// No receiver can be there.
    case impossible
    /// The instant of the fix before, and nothing better.
    case duplicate
    /// Older than a fix that was judged, or so far ahead that its date must be wrong.
    case outOfLine = "late"
    /// Too far from the fix before to have come from there, and not yet confirmed by others.
    case tooFast = "too-fast"

    /// The reason for people, as the end of a sentence.
    var words: String {
        switch self {
        case .lastKnown: "it is an old position by its own account"
        case .impossible: "no receiver can be at such a place"
        case .duplicate: "it has the time of the fix before and no better accuracy"
        case .outOfLine: "its time is before that of the last fix, or more than a day ahead"
        case .tooFast:
            "it is too far from the fix before for max_speed_mps, and not enough others agree with "
                + "it yet"
        }
    }
}
