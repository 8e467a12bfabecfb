/// The number of an event in the log: starts at 1, without gaps, never reused within an epoch.
public typealias Seq = Int64

/// A position in the log: everything up to and including `seq` has been read.
///
/// On the wire it is `EPOCH:SEQ`, for example `8f3a5c0de1b27704:1842`.
public struct LogCursor: Sendable, Hashable {
    /// The epoch of the database that the number belongs to.
    public var epoch: Epoch
    /// The last event read; 0 for none.
    public var seq: Seq

    /// The position after that event of that epoch.
    public init(epoch: Epoch, seq: Seq) {
        self.epoch = epoch
        self.seq = seq
    }
}

extension LogCursor: CustomStringConvertible {
    /// The wire form.
    public var description: String { "\(epoch):\(seq)" }
}
