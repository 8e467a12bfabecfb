import Chronology

/// The accepted fixes of the last minutes of one feed, so that what was judged can be judged again
/// and explained.
struct FixRing: Sendable {
    /// People ask why within minutes.
    static let seconds = 600.0
    /// Ten minutes at 10 Hz; a faster receiver is remembered for less.
    static let capacity = 6000

    /// A fix with its number among the accepted ones.
    struct Entry: Sendable {
        var number: Int
        var fix: AcceptedFix
        /// Whether the fix before it counts as the begin of its step.
        var hasBefore: Bool
        var isSuspect: Bool
        var isJump: Bool
        var isReplacement: Bool
        var isBeyondGap: Bool
        var lostFor_s: Double?
    }

    private var entries: [Entry] = []
    private var oldest = 0

    mutating func add(_ step: Step, number: Int) {
        let entry = Entry(
            number: number, fix: step.fix, hasBefore: step.before != nil, isSuspect: step.isSuspect,
            isJump: step.isJump, isReplacement: step.isReplacement, isBeyondGap: step.isBeyondGap,
            lostFor_s: step.lostFor_s)
        if entries.count < Self.capacity {
            entries.append(entry)
        } else {
            entries[oldest] = entry
            oldest = (oldest + 1) % Self.capacity
        }
    }

    /// A fix with the step that led to it.
    struct Finding: Sendable {
        var step: Step
        /// Its number among the accepted ones.
        var number: Int
        /// When the next one came in; nil for the last.
        var next: BootInstant?
    }

    /// The last fix, or the last one not after `time`.
    func finding(at time: UTCInstant?) -> Finding? {
        guard let newest = entry(entries.count - 1) else { return nil }
        var place = entries.count - 1
        while let entry = entry(place),
            newest.fix.boot.seconds(since: entry.fix.boot) <= Self.seconds
        {
            if let time {
                guard let own = entry.fix.update.time, own <= time else {
                    place -= 1
                    continue
                }
            }
            return Finding(
                step: step(of: entry, before: self.before(place)), number: entry.number,
                next: self.entry(place + 1)?.fix.boot)
        }
        return nil
    }

    /// The entry at a place counted from the oldest.
    private func entry(_ place: Int) -> Entry? {
        guard entries.indices.contains(place) else { return nil }
        return entries[(oldest + place) % entries.count]
    }

    /// The fix before the one at a place; not a poorer one that it stands for.
    private func before(_ place: Int) -> Entry? {
        var place = place
        while let entry = entry(place), entry.isReplacement { place -= 1 }
        return entry(place - 1)
    }

    private func step(of entry: Entry, before: Entry?) -> Step {
        var step = Step(before: entry.hasBefore ? before?.fix : nil, fix: entry.fix)
        step.isSuspect = entry.isSuspect
        step.isJump = entry.isJump
        step.isReplacement = entry.isReplacement
        step.isBeyondGap = entry.isBeyondGap
        step.lostFor_s = entry.lostFor_s
        if let before = step.before {
            step.lengthBound_m = distanceUpperBound(
                from: before.update.position, to: entry.fix.update.position)
            step.interval_s = entry.fix.feed.seconds(since: before.feed)
        }
        return step
    }
}
