import Chronology

/// What the states of one monitor's fences were before their last changes.
struct StateJournal: Sendable {
    /// States change far more seldom than fixes come in; beyond this many the oldest are forgotten.
    static let capacity = 1024

    private struct Entry: BitwiseCopyable, Sendable {
        var fix: Int
        var before: SettledState
        var fence: FenceNumber
        /// Whether there were open matters beside what was settled.
        var isOpen: Bool
    }

    /// Why it is not known any more what a fix met.
    enum Loss: String, Sendable {
        case changed = "fences, settings or what is switched on have changed since"
        case crowded = "more has happened since than is remembered"
    }

    private var entries: [Entry] = []
    /// What was open before the change of an entry, by its place: where nothing was, it means nothing.
    private var open: [OpenMatters] = []
    private var oldest = 0
    /// The last fix before which something else held than now; 0 for none.
    private var changedThrough = 0
    /// The last fix of which a change is forgotten; 0 for none.
    private var forgottenThrough = 0

    /// A state changed at the fix of that number.
    mutating func note(_ before: FenceState, of fence: FenceNumber, fix: Int) {
        if before.open.isNothing {
            note(before.settled, of: fence, fix: fix)
        } else {
            note(before.settled, before.open, of: fence, fix: fix)
        }
    }

    /// A state of which something was open changed at the fix of that number.
    @inline(__always)
    mutating func note(
        _ before: SettledState, _ open: OpenMatters, of fence: FenceNumber, fix: Int
    ) {
        let place = add(Entry(fix: fix, before: before, fence: fence, isOpen: true))
        while self.open.count <= place { self.open.append(OpenMatters()) }
        self.open[place] = open
    }

    /// A state of which nothing was open changed at the fix of that number.
    @inline(__always)
    mutating func note(_ before: SettledState, of fence: FenceNumber, fix: Int) {
        _ = add(Entry(fix: fix, before: before, fence: fence, isOpen: false))
    }

    /// Adds an entry and gives its place.
    @inline(__always)
    private mutating func add(_ entry: Entry) -> Int {
        guard entries.count == Self.capacity else {
            entries.append(entry)
            return entries.count - 1
        }
        let place = oldest
        forgottenThrough = entries[place].fix
        entries[place] = entry
        oldest = place + 1 == Self.capacity ? 0 : place + 1
        return place
    }

    /// The state of a fence before the fix of that number, if it has changed since.
    func state(of fence: FenceNumber, beforeFix fix: Int) -> FenceState? {
        func matches(_ place: Int) -> Bool {
            entries[place].fence == fence && entries[place].fix >= fix
        }
        let place =
            (oldest..<entries.count).first(where: matches) ?? (0..<oldest).first(where: matches)
        return place.map { FenceState(entries[$0].before, entries[$0].isOpen ? open[$0] : nil) }
    }

    /// Why what the fix of that number met is not known any more; nil when it is.
    func loss(ofFix fix: Int) -> Loss? {
        if fix <= changedThrough { return .changed }
        return fix <= forgottenThrough ? .crowded : nil
    }

    /// From now on something else holds than for the fixes up to that number.
    mutating func begin(after fix: Int) {
        entries.removeAll()
        open.removeAll()
        oldest = 0
        changedThrough = fix
        forgottenThrough = 0
    }
}
