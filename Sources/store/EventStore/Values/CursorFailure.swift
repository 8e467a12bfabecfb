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
