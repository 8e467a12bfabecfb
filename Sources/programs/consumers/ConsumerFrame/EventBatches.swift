public import ControlClient
public import ControlProtocol

/// Takes the events that go into one message from an intake: as many as wait, up to the limits.
public struct EventBatches {
    /// The content of one message.
    public enum Batch {
        /// At least one event, in the order of the log.
        case events([(TakenEvent, Cursor)])
        /// As `ConsumerStream.Item.gap`.
        case gap(GapRecord, Cursor?)

        /// The cursors to finish with the message; none for the gap before a new log.
        public var cursors: [Cursor] {
            switch self {
            case .events(let events): events.map(\.1)
            case .gap(_, let cursor): cursor.map { [$0] } ?? []
            }
        }
    }

    /// Bytes of the records in one message: half of what AWS takes.
    private static let maximum_bytes = 65_536

    private let maximum: Int
    /// Items that were taken from the intake and are in no message yet, in the order of the log.
    private var pending: [ConsumerStream.Item] = []
    /// The events up to this one go alone.
    private var singleUpTo: Cursor?

    /// Batches of so many events at most.
    public init(maximum: Int) { self.maximum = maximum }

    /// Whether items were taken that are in no message yet.
    public var hasPending: Bool { !pending.isEmpty }

    /// The next batch; nil where nothing waits.
    ///
    /// - Parameter take: gives the next item of the intake.
    public mutating func next(_ take: () -> ConsumerStream.Item?) -> Batch? {
        switch nextItem(take) {
        case nil: nil
        case .gap(let record, let cursor): .gap(record, cursor)
        case .event(let taken, let cursor): .events(batch(beginningWith: (taken, cursor), take))
        }
    }

    /// Takes back the events of a batch, to be given alone: the receiver has refused them together.
    public mutating func split(_ batch: Batch) {
        guard case .events(let events) = batch, let last = events.last else { return }
        pending.insert(contentsOf: events.map { .event($0, $1) }, at: 0)
        sendAlone(upTo: last.1)
    }

    /// Gives the events up to a cursor alone.
    public mutating func sendAlone(upTo cursor: Cursor) { singleUpTo = cursor }

    /// The connection to the daemon was lost, which sends again what was not finished.
    public mutating func forgetPending() { pending = [] }

    private mutating func batch(
        beginningWith first: (TakenEvent, Cursor), _ take: () -> ConsumerStream.Item?
    ) -> [(TakenEvent, Cursor)] {
        var events = [first]
        var bytes = first.0.record.count
        while events.count < maximum, mayGoTogether(first.1), let item = nextItem(take) {
            guard case .event(let taken, let cursor) = item,
                bytes + taken.record.count <= Self.maximum_bytes
            else {
                pending.insert(item, at: 0)
                break
            }
            bytes += taken.record.count
            events.append((taken, cursor))
        }
        return events
    }

    private mutating func nextItem(_ take: () -> ConsumerStream.Item?) -> ConsumerStream.Item? {
        pending.isEmpty ? take() : pending.removeFirst()
    }

    private func mayGoTogether(_ cursor: Cursor) -> Bool {
        guard let singleUpTo, singleUpTo.epoch == cursor.epoch else { return true }
        return cursor.seq > singleUpTo.seq
    }
}
