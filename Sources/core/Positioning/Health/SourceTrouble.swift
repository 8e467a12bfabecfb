/// A problem of a source, for programs (`code`) and for people (`sentence`).
public struct SourceTrouble: Hashable, Sendable {
    /// A stable code, such as `missing`, `busy` or `wrong-speed`.
    public let code: String
    /// One sentence: the problem and its remedy.
    public let sentence: String
    /// The other process that uses the port, when the port is in use.
    public let holder: String?

    /// Creates a trouble.
    public init(code: String, sentence: String, holder: String? = nil) {
        self.code = code
        self.sentence = sentence
        self.holder = holder
    }

    /// The code of a connection that the other side closed.
    public static let lostCode = "lost"
    /// The trouble when sentences arrive, but none of them has a position.
    public static let noPosition = SourceTrouble(
        code: "no-position",
        sentence:
            "Valid sentences arrive, but none has a position of the receiver itself, as from an AIS "
            + "receiver or a compass; use another device, or switch RMC and GGA on in this one."
    )
    static let frozen = SourceTrouble(
        code: "frozen",
        sentence: "The receiver sends the same time over and over; restart the receiver.")

    /// - Parameter words: the error text of the sender.
    static func noFix(
        _ reason: NoFixReason, _ words: String?, over line: SourceLine
    ) -> SourceTrouble {
        SourceTrouble(
            code: reason.rawValue,
            sentence: words.map { "The sender has no position: \($0)" } ?? line.remedy(of: reason))
    }
}
