/// The number of an event in the log: from 1 on, without holes, never used twice in one epoch.
public typealias Seq = Int64

/// A place in the log: everything up to and with `seq` has been seen.
///
/// On the wire it is `EPOCH:SEQ`, for example `8f3a5c0de1b27704:1842`.
public struct Cursor: Sendable, Hashable {
    /// The life of the database the number belongs to.
    public var epoch: Epoch
    /// The last event seen; 0 for none.
    public var seq: Seq

    /// The place after that event of that epoch.
    public init(epoch: Epoch, seq: Seq) {
        self.epoch = epoch
        self.seq = seq
    }

    /// Reads the wire form.
    ///
    /// - Throws: `CursorFailure.malformed` for anything but 16 hexadecimal digits, a colon and a
    ///   number of 0 or more.
    public init(parsing text: String) throws(CursorFailure) {
        let halves = text.split(separator: ":", omittingEmptySubsequences: false)
        guard halves.count == 2, let epoch = Epoch(parsing: String(halves[0])),
            let first = halves[1].utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= first,
            let seq = Seq(halves[1])
        else { throw .malformed(text) }
        self.init(epoch: epoch, seq: seq)
    }
}

extension Cursor: CustomStringConvertible {
    /// The wire form.
    public var description: String { "\(epoch):\(seq)" }
}
