/// Puts the sentences together that senders of datagrams cut, each sender's by themselves: what
/// one has begun must not end in the middle of another's.
///
/// A sentence that is whole is never kept back, whether a line end follows or not.
public struct SenderLines<Sender: Hashable> {
    /// Senders whose begun sentences are kept; more are forgotten all at once.
    private static var senders: Int { 16 }

    private var begun: [Sender: [UInt8]] = [:]

    /// Nothing was begun.
    public init() {}

    /// What of a sender's datagram goes on now: first what the sender had begun, then so many bytes
    /// of the datagram. The others wait for its next one.
    public mutating func take(
        _ datagram: Span<UInt8>, from sender: Sender
    ) -> (begun: [UInt8], count: Int) {
        var before = begun.removeValue(forKey: sender) ?? []
        let whole = Self.wholeBytes(datagram, after: before)
        guard whole < datagram.count else { return (before, whole) }
        if begun.count == Self.senders { begun = [:] }
        // Nothing of the datagram ends what was begun: both wait.
        let waits = whole == 0 ? before : []
        if whole == 0 { before = [] }
        begun[sender] = waits + (whole..<datagram.count).map { datagram[$0] }
        return (before, whole)
    }

    /// How many bytes of a datagram are in front of a sentence that is begun and not ended; all of
    /// them where there is none.
    private static func wholeBytes(_ datagram: Span<UInt8>, after before: [UInt8]) -> Int {
        let total = before.count + datagram.count
        func byte(_ offset: Int) -> UInt8 {
            offset < before.count ? before[offset] : datagram[offset - before.count]
        }
        var offset = total
        while offset > 0, total - offset < SentenceFramer.maximumLength {
            offset -= 1
            let value = byte(offset)
            // A line end or binary data: nothing is begun behind it.
            if !(0x20...0x7E ~= value) { return datagram.count }
            if value == UInt8(ascii: "*"), offset + 2 < total { return datagram.count }
            if value == UInt8(ascii: "$") || value == UInt8(ascii: "!") {
                return max(0, offset - before.count)
            }
        }
        return datagram.count
    }
}
