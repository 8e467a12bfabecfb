import Chronology

/// What the states of one monitor's fences were before their last changes.
struct StateJournal: Sendable {
    /// States change far more seldom than fixes come in; beyond this many the oldest are forgotten.
    static let capacity = 1024

    private struct Entry: Sendable {
        var fix: Int
        var fence: FenceNumber
        var before: FenceState
    }

    private var entries: [Entry] = []

    /// A state changed at the fix of that number.
    mutating func note(_ before: FenceState, of fence: FenceNumber, fix: Int) {
        if entries.count >= 2 * Self.capacity { entries.removeFirst(Self.capacity) }
        entries.append(Entry(fix: fix, fence: fence, before: before))
    }

    /// The state of a fence before the fix of that number, if it has changed since.
    func state(of fence: FenceNumber, beforeFix fix: Int) -> FenceState? {
        entries.first { $0.fence == fence && $0.fix >= fix }?.before
    }

    mutating func removeAll() {
        entries.removeAll()
    }
}
