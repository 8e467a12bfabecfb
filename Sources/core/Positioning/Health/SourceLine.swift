/// The kind of line over which the bytes of a source arrive. It decides what can be wrong with it.
public enum SourceLine: Hashable, Sendable {
    /// A serial line at a configured speed in bits per second.
    case fixedSpeed(Int)
    /// A serial line whose speed is found by a search.
    case searchedSpeed
    /// A device without a speed, or a program.
    case withoutSpeed
    /// A network connection, or datagrams.
    case network
    /// Programs that push fixes: the daemon has no access to the receiver.
    case pushed
}

extension SourceLine {
    /// Returns the remedy for reports without a position.
    func remedy(of reason: NoFixReason) -> String {
        guard self == .pushed, reason == .void else { return reason.remedy }
        return
            "The program that pushes reports no position; its next position is used."
    }

    /// Returns the remedy for bytes that are discarded for `reason`.
    func remedy(of reason: DiscardReason) -> String {
        guard self == .network else { return reason.remedy }
        return switch reason {
        case .badChecksum:
            "Sentences arrive damaged; check the program or device that sends them."
        case .truncated:
            "Sentences arrive cut; check the program or device that sends them."
        case .overlong:
            "Something other than NMEA 0183 or JSON lines arrives; check the sender to this address."
        case .outOfRange:
            "Impossible values arrive; check the program or device that sends them."
        case .noChecksum, .binary, .malformed, .badDate, .nullIsland, .missingDigit,
            .otherDatum,
            .sentencesDisagree, .conflict, .repeatedEpoch, .badJSON, .badXML, .badPoint,
            .otherDevice:
            reason.remedy
        }
    }
}
