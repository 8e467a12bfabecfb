/// A place in an event log: after the event of this number.
public struct Cursor: Sendable, Hashable, CustomStringConvertible {
    /// Names the log; another one means other events.
    public var epoch: String
    /// The number of the last event before the place; 0 for the beginning.
    public var seq: Int64

    /// The place after an event.
    public init(epoch: String, seq: Int64) {
        self.epoch = epoch
        self.seq = seq
    }

    /// Reads `epoch:seq`, or nil when the text is not of that form.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
            let seq = Int64(text[text.index(after: colon)...]), seq >= 0
        else { return nil }
        self.init(epoch: String(text[..<colon]), seq: seq)
    }

    /// `epoch:seq`.
    public var description: String { "\(epoch):\(seq)" }
}
