/// A position in an event log: after the event with this number.
public struct Cursor: Sendable, Hashable, CustomStringConvertible {
    /// The identity of the log; another epoch means other events.
    public var epoch: String
    /// The number of the last event before the position; 0 for the start.
    public var seq: Int64

    /// Creates the position after an event.
    public init(epoch: String, seq: Int64) {
        self.epoch = epoch
        self.seq = seq
    }

    /// Parses `epoch:seq`; nil for anything else.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
            let seq = Int64(text[text.index(after: colon)...]), seq >= 0
        else { return nil }
        self.init(epoch: String(text[..<colon]), seq: seq)
    }

    /// `epoch:seq`.
    public var description: String { "\(epoch):\(seq)" }
}
