/// What is wrong with a source, for programs (`code`) and for people (`sentence`).
public struct SourceTrouble: Hashable, Sendable {
    /// A stable word, such as `missing`, `busy` or `wrong-speed`.
    public let code: String
    /// One sentence: what is wrong and what to do about it.
    public let sentence: String
    /// Which other process has the port, for a port that is in use.
    public let holder: String?

    /// A trouble that the one who opens the source has found.
    public init(code: String, sentence: String, holder: String? = nil) {
        self.code = code
        self.sentence = sentence
        self.holder = holder
    }

    static let silent = SourceTrouble(
        code: "silent",
        sentence:
            "The source is open but sends nothing; check that the receiver is powered and sends."
    )
    static let noPosition = SourceTrouble(
        code: "no-position",
        sentence:
            "Valid sentences come, but none tells a position of the receiver itself, as from an AIS "
            + "receiver or a compass; use another device, or switch RMC and GGA on in this one."
    )
    static let frozen = SourceTrouble(
        code: "frozen",
        sentence: "The receiver repeats one moment over and over; restart the receiver.")

    /// Bytes without a valid sentence, most of them thrown away for that reason. What a wrong speed
    /// makes of a line is either no sentence at all or looks like binary data.
    static func garbage(_ reason: DiscardReason?) -> SourceTrouble {
        if let reason, reason != .binary { return .discard(reason) }
        return SourceTrouble(
            code: "garbage",
            sentence:
                "Bytes come, but no valid sentence; try another speed, or baud = 0 to search for it."
        )
    }

    static func noFix(_ reason: NoFixReason) -> SourceTrouble {
        SourceTrouble(code: reason.rawValue, sentence: reason.remedy)
    }

    static func discard(_ reason: DiscardReason) -> SourceTrouble {
        SourceTrouble(code: reason.rawValue, sentence: reason.remedy)
    }
}
