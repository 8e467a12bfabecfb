import Chronology

/// The states of one monitor's fences before their last changes.
struct StateJournal: Sendable {
    /// The number of entries. States change far less often than fixes arrive; beyond this number
    /// the oldest entries are discarded.
    static let capacity = 1024

    private struct Entry: BitwiseCopyable, Sendable {
        var fix: Int
        var before: FenceState
        var fence: FenceNumber
    }

    /// Why the effect of a fix can no longer be explained.
    enum Loss: String, Sendable {
        case changed = "fences, settings or switches have changed since"
        case crowded = "too many states have changed since"
    }

    private var entries: [Entry] = []
    private var oldest = 0
    /// The number of the last fix before a change of fences or settings; 0 for none.
    private var changedThrough = 0
    /// The number of the last fix whose entry was discarded; 0 for none.
    private var forgottenThrough = 0

    /// Adds the state of a fence before its change at the fix of that number.
    mutating func note(_ before: FenceState, of fence: FenceNumber, fix: Int) {
        let entry = Entry(fix: fix, before: before, fence: fence)
        guard entries.count == Self.capacity else { return entries.append(entry) }
        forgottenThrough = entries[oldest].fix
        entries[oldest] = entry
        oldest = oldest + 1 == Self.capacity ? 0 : oldest + 1
    }

    /// The state of a fence before the fix of that number; nil if it has not changed since.
    func state(of fence: FenceNumber, beforeFix fix: Int) -> FenceState? {
        func matches(_ place: Int) -> Bool {
            entries[place].fence == fence && entries[place].fix >= fix
        }
        let place =
            (oldest..<entries.count).first(where: matches) ?? (0..<oldest).first(where: matches)
        return place.map { entries[$0].before }
    }

    /// Why the effect of the fix of that number can no longer be explained; nil when it can.
    func loss(ofFix fix: Int) -> Loss? {
        if fix <= changedThrough { return .changed }
        return fix <= forgottenThrough ? .crowded : nil
    }

    /// Discards all entries after a change of fences or settings: the fixes up to that number were
    /// evaluated before the change.
    mutating func begin(after fix: Int) {
        entries.removeAll()
        oldest = 0
        changedThrough = fix
        forgottenThrough = 0
    }
}
