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

/// Why the log cannot be read from a cursor.
public enum CursorFailure: Error, Sendable, Hashable {
    /// The cursor belongs to another database.
    case epochChanged(asked: Epoch, current: Epoch)
    /// Events after the cursor have been deleted by retention.
    case expired(first: Seq, lost: Int64)
    /// The cursor lies beyond the newest event.
    case ahead(head: Seq)
}

extension CursorFailure: CustomStringConvertible {
    /// What is wrong and what to do, in one sentence.
    public var description: String {
        switch self {
        case .epochChanged(let asked, let current):
            """
            the event log was started again (epoch \(asked) is now \(current)): \
            read from begin and use the new epoch
            """
        case .expired(let first, let lost):
            """
            \(lost) events after the cursor have been deleted by retention: \
            continue from event \(first) and treat what lies between as unknown
            """
        case .ahead(let head):
            """
            the cursor is beyond the newest event \(head): \
            the database was restored from an older copy, read from begin
            """
        }
    }
}

/// Identifies an event database: a random number drawn when the database is created.
///
/// Event numbers are unique within an epoch. A new epoch shows readers that their cursors are
/// invalid.
public struct Epoch: Sendable, Hashable {
    /// The random number.
    public var bits: UInt64

    /// The epoch with that number.
    public init(bits: UInt64) {
        self.bits = bits
    }

    /// A new random epoch.
    static func random() -> Epoch { Epoch(bits: .random(in: 1 ... .max)) }

    /// Parses 16 hexadecimal digits; nil for anything else.
    public init?(parsing text: String) {
        guard text.utf8.count == 16, text.allSatisfy(\.isHexDigit),
            let bits = UInt64(text, radix: 16)
        else { return nil }
        self.bits = bits
    }
}

extension Epoch: CustomStringConvertible {
    /// 16 lower-case hexadecimal digits.
    public var description: String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
