import Chronology

/// What the states of one monitor's fences were before their last changes.
struct StateJournal: Sendable {
    /// States change far more seldom than fixes come in; beyond this many the oldest are forgotten.
    static let capacity = 1024

    private struct Entry: BitwiseCopyable, Sendable {
        var fix: Int
        var before: FenceState
        var fence: FenceNumber
    }

    /// Why it is not known any more what a fix met.
    enum Loss: String, Sendable {
        case changed = "fences, settings or what is switched on have changed since"
        case crowded = "more has happened since than is remembered"
    }

    private var entries: [Entry] = []
    private var oldest = 0
    /// The last fix before which something else held than now; 0 for none.
    private var changedThrough = 0
    /// The last fix of which a change is forgotten; 0 for none.
    private var forgottenThrough = 0

    /// A state changed at the fix of that number.
    mutating func note(_ before: FenceState, of fence: FenceNumber, fix: Int) {
        let entry = Entry(fix: fix, before: before, fence: fence)
        guard entries.count == Self.capacity else { return entries.append(entry) }
        forgottenThrough = entries[oldest].fix
        entries[oldest] = entry
        oldest = oldest + 1 == Self.capacity ? 0 : oldest + 1
    }

    /// The state of a fence before the fix of that number, if it has changed since.
    func state(of fence: FenceNumber, beforeFix fix: Int) -> FenceState? {
        func matches(_ place: Int) -> Bool {
            entries[place].fence == fence && entries[place].fix >= fix
        }
        let place =
            (oldest..<entries.count).first(where: matches) ?? (0..<oldest).first(where: matches)
        return place.map { entries[$0].before }
    }

    /// Why what the fix of that number met is not known any more; nil when it is.
    func loss(ofFix fix: Int) -> Loss? {
        if fix <= changedThrough { return .changed }
        return fix <= forgottenThrough ? .crowded : nil
    }

    /// From now on something else holds than for the fixes up to that number.
    mutating func begin(after fix: Int) {
        entries.removeAll()
        oldest = 0
        changedThrough = fix
        forgottenThrough = 0
    }
}
