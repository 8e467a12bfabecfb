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
        var isBeyondGap: Bool
        var lostFor_s: Double?
    }

    private var entries: [Entry] = []
    private var oldest = 0

    mutating func add(_ step: Step, number: Int) {
        let entry = Entry(
            number: number, fix: step.fix, hasBefore: step.before != nil, isSuspect: step.isSuspect,
            isJump: step.isJump, isBeyondGap: step.isBeyondGap, lostFor_s: step.lostFor_s)
        if entries.count < Self.capacity {
            entries.append(entry)
        } else {
            entries[oldest] = entry
            oldest = (oldest + 1) % Self.capacity
        }
    }

    /// The last fix, or the last one not after `time`, with the step that led to it.
    func step(at time: UTCInstant?) -> (step: Step, entry: Entry)? {
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
            return (step(of: entry, before: self.entry(place - 1)), entry)
        }
        return nil
    }

    /// The entry at a place counted from the oldest.
    private func entry(_ place: Int) -> Entry? {
        guard entries.indices.contains(place) else { return nil }
        return entries[(oldest + place) % entries.count]
    }

    private func step(of entry: Entry, before: Entry?) -> Step {
        var step = Step(before: entry.hasBefore ? before?.fix : nil, fix: entry.fix)
        step.isSuspect = entry.isSuspect
        step.isJump = entry.isJump
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
