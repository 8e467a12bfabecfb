import Chronology

/// The accepted fixes of the last minutes of one feed, so that what was judged can be judged again
/// and explained.
struct FixRing: Sendable {
    /// People ask why within minutes.
    static let seconds = 600.0
    private static let nanoseconds: Int64 = 600_000_000_000
    /// Ten minutes at 10 Hz; a faster receiver is remembered for less.
    static let capacity = 6000

    /// How a fix came to be accepted.
    struct Manner: OptionSet, Sendable {
        var rawValue: UInt8
        /// Nothing before it counts as the begin of its step.
        static let isFirst = Manner(rawValue: 1)
        /// It stands for a poorer one of the same instant.
        static let isReplacement = Manner(rawValue: 2)
        static let isSuspect = Manner(rawValue: 4)
        static let isJump = Manner(rawValue: 8)
        static let isBeyondGap = Manner(rawValue: 16)
        /// The feed had been lost.
        static let isFound = Manner(rawValue: 32)

        init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// How the last fix of a step came.
        init(_ step: Step) {
            self = []
            if step.before == nil { insert(.isFirst) }
            if step.isReplacement { insert(.isReplacement) }
            if step.isSuspect { insert(.isSuspect) }
            if step.isJump { insert(.isJump) }
            if step.isBeyondGap { insert(.isBeyondGap) }
            if step.lostFor_s != nil { insert(.isFound) }
        }
    }

    /// A fix with its number among the accepted ones.
    struct Entry: Sendable {
        var fix: AcceptedFix
        var number: Int
        var manner: Manner
    }

    private var entries: [Entry] = []
    private var oldest = 0
    private var latest = -1

    /// The last fix.
    var newest: AcceptedFix? { latest >= 0 ? entries[latest].fix : nil }

    /// Adds a fix like nearly all, after another one.
    @inline(__always)
    mutating func add(
        _ update: LocationUpdate, at boot: BootInstant, _ feed: FeedInstant, number: Int,
        _ manner: Manner
    ) {
        makeRoom(at: boot)
        entries[latest] = Entry(
            fix: AcceptedFix(update: update, boot: boot, feed: feed), number: number,
            manner: manner)
    }

    mutating func add(_ fix: AcceptedFix, _ manner: Manner, number: Int) {
        let entry = Entry(fix: fix, number: number, manner: manner)
        if entries.isEmpty {
            entries.append(entry)
            latest = 0
            return
        }
        makeRoom(at: fix.boot)
        entries[latest] = entry
    }

    /// Goes on to the place of the next fix: that of the oldest when it has been kept for long
    /// enough or there are too many.
    @inline(__always)
    private mutating func makeRoom(at now: BootInstant) {
        if entries.count == Self.capacity || isOldestOutdated(at: now) {
            latest = oldest
            oldest = oldest + 1 == entries.count ? 0 : oldest + 1
        } else {
            grow()
        }
    }

    private mutating func grow() {
        if oldest > 0 {
            entries = Array(entries[oldest...] + entries[..<oldest])
            oldest = 0
        }
        latest = entries.count
        entries.append(entries[latest - 1])
    }

    private func isOldestOutdated(at now: BootInstant) -> Bool {
        now.nanoseconds - entries[oldest].fix.boot.nanoseconds > Self.nanoseconds
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
        index(place).map { entries[$0] }
    }

    private func index(_ place: Int) -> Int? {
        guard entries.indices.contains(place) else { return nil }
        return (oldest + place) % entries.count
    }

    /// The fix before the one at a place; not a poorer one that it stands for.
    private func before(_ place: Int) -> Entry? {
        var place = place
        while let entry = entry(place), entry.manner.contains(.isReplacement) { place -= 1 }
        return entry(place - 1)
    }

    private func step(of entry: Entry, before: Entry?) -> Step {
        let hasBefore = !entry.manner.contains(.isFirst)
        var step = Step(before: hasBefore ? before?.fix : nil, fix: entry.fix)
        step.isSuspect = entry.manner.contains(.isSuspect)
        step.isReplacement = entry.manner.contains(.isReplacement)
        step.isJump = entry.manner.contains(.isJump)
        step.isBeyondGap = entry.manner.contains(.isBeyondGap)
        if let before = step.before {
            step.lengthBound_m = distanceUpperBound(
                from: before.update.position, to: entry.fix.update.position)
            step.interval_s = entry.fix.feed.seconds(since: before.feed)
            if entry.manner.contains(.isFound) { step.lostFor_s = step.bootInterval_s }
        }
        return step
    }
}
