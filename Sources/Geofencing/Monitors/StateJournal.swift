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
    private var oldest = 0

    /// A state changed at the fix of that number.
    mutating func note(_ before: FenceState, of fence: FenceNumber, fix: Int) {
        guard entries.count == Self.capacity else {
            return entries.append(Entry(fix: fix, fence: fence, before: before))
        }
        entries[oldest].fix = fix
        entries[oldest].fence = fence
        entries[oldest].before = before
        oldest = oldest + 1 == Self.capacity ? 0 : oldest + 1
    }

    /// The state of a fence before the fix of that number, if it has changed since.
    func state(of fence: FenceNumber, beforeFix fix: Int) -> FenceState? {
        func matches(_ entry: Entry) -> Bool { entry.fence == fence && entry.fix >= fix }
        return
            (entries[oldest...].first(where: matches) ?? entries[..<oldest].first(where: matches))?
            .before
    }

    mutating func removeAll() {
        entries.removeAll()
        oldest = 0
    }
}
