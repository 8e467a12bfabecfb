/// The number of an event in the log: from 1 on, without holes, never used twice in one epoch.
public typealias Seq = Int64

/// A place in the log: everything up to and with `seq` has been seen.
///
/// On the wire it is `EPOCH:SEQ`, for example `8f3a5c0de1b27704:1842`.
public struct LogCursor: Sendable, Hashable {
    /// The life of the database the number belongs to.
    public var epoch: Epoch
    /// The last event seen; 0 for none.
    public var seq: Seq

    /// The place after that event of that epoch.
    public init(epoch: Epoch, seq: Seq) {
        self.epoch = epoch
        self.seq = seq
    }
}

extension LogCursor: CustomStringConvertible {
    /// The wire form.
    public var description: String { "\(epoch):\(seq)" }
}
