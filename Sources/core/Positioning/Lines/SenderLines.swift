/// Joins sentences that senders split across datagrams, separately for each sender, so that parts
/// of different senders are not mixed.
///
/// A complete sentence never waits, with or without a line end.
public struct SenderLines<Sender: Hashable> {
    /// The maximum number of senders with a partial sentence. Beyond it all partial sentences are
    /// dropped.
    private static var senders: Int { 16 }

    private var begun: [Sender: [UInt8]] = [:]

    /// Creates a value without partial sentences.
    public init() {}

    /// Returns what to decode now: first `begun`, the earlier part from the sender, then the first
    /// `count` bytes of the datagram. The other bytes wait for the next datagram.
    public mutating func take(
        _ datagram: Span<UInt8>, from sender: Sender
    ) -> (begun: [UInt8], count: Int) {
        var before = begun.removeValue(forKey: sender) ?? []
        let whole = Self.wholeBytes(datagram, after: before)
        guard whole < datagram.count else { return (before, whole) }
        if begun.count == Self.senders { begun = [:] }
        // The datagram does not complete the earlier part, so both wait.
        let waits = whole == 0 ? before : []
        if whole == 0 { before = [] }
        begun[sender] = waits + (whole..<datagram.count).map { datagram[$0] }
        return (before, whole)
    }

    /// Returns the number of bytes before a partial sentence at the end of a datagram; all bytes if
    /// there is none.
    private static func wholeBytes(_ datagram: Span<UInt8>, after before: [UInt8]) -> Int {
        let total = before.count + datagram.count
        func byte(_ offset: Int) -> UInt8 {
            offset < before.count ? before[offset] : datagram[offset - before.count]
        }
        var offset = total
        while offset > 0, total - offset < SentenceFramer.maximumLength {
            offset -= 1
            let value = byte(offset)
            // A line end or binary data: no partial sentence follows it.
            if !(0x20...0x7E ~= value) { return datagram.count }
            if value == UInt8(ascii: "*"), offset + 2 < total { return datagram.count }
            if value == UInt8(ascii: "$") || value == UInt8(ascii: "!") {
                return max(0, offset - before.count)
            }
        }
        return datagram.count
    }
}
