package import Chronology
import Geodesy

/// The accepted fixes of one source in the last minutes, with which fences can be evaluated again
/// and their states explained.
@usableFromInline
package struct FixRing: Sendable {
    /// The seconds for which fixes are remembered. Users ask for an explanation within minutes.
    static let seconds = 600.0
    private static let nanoseconds: Int64 = 600_000_000_000
    /// Ten minutes at 10 Hz. The fixes of a faster receiver are remembered for a shorter time.
    static let capacity = 6000

    /// Flags for how a fix was accepted.
    @usableFromInline struct Manner: OptionSet, Sendable {
        @usableFromInline let rawValue: UInt16
        /// The step has no fix before it.
        static let isFirst = Manner(rawValue: 1)
        /// The fix replaces a poorer one of the same instant.
        static let isReplacement = Manner(rawValue: 2)
        static let isSuspect = Manner(rawValue: 4)
        static let isJump = Manner(rawValue: 8)
        static let isBeyondGap = Manner(rawValue: 16)
        static let isPoor = Manner(rawValue: 64)
        static let isAtRest = Manner(rawValue: 128)
        static let isBridged = Manner(rawValue: 256)
        /// The source had been stale.
        static let isFound = Manner(rawValue: 32)

        @usableFromInline init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        /// Creates the flags for the last fix of a step.
        @inline(__always)
        init(_ step: Step) {
            self = []
            if step.before == nil { insert(.isFirst) }
            if step.isReplacement { insert(.isReplacement) }
            if step.isSuspect { insert(.isSuspect) }
            if step.isJump { insert(.isJump) }
            if step.isBeyondGap { insert(.isBeyondGap) }
            if step.isPoor { insert(.isPoor) }
            if step.isAtRest { insert(.isAtRest) }
            if step.isBridged { insert(.isBridged) }
            if step.unknownFor_s != nil { insert(.isFound) }
        }
    }

    /// A fix and its flags.
    @usableFromInline struct Entry: Sendable {
        @usableFromInline var fix: AcceptedFix
        @usableFromInline var manner: Manner
    }

    @usableFromInline private(set) var entries: [Entry] = []
    @usableFromInline private(set) var latest = -1

    /// Whether the last fix was poor.
    var isNewestPoor: Bool { latest >= 0 && entries[latest].manner.contains(.isPoor) }

    /// The last fix.
    @inlinable
    package var newest: AcceptedFix? { latest >= 0 ? entries[latest].fix : nil }

    /// Adds a fix. It replaces the oldest one when that is outdated or the ring is full.
    @inline(__always)
    mutating func add(_ fix: AcceptedFix, _ manner: Manner) {
        latest = oldest
        if entries.count < Self.capacity, !isOutdated(latest, at: fix.boot) { makeRoom() }
        entries[latest] = Entry(fix: fix, manner: manner)
    }

    /// Replaces the last fix by its completed form.
    mutating func complete(with update: LocationUpdate) {
        entries[latest].fix.update = update
    }

    /// The index after the latest fix, where the oldest one is.
    @inline(__always)
    private var oldest: Int { latest &+ 1 == entries.count ? 0 : latest &+ 1 }

    @inline(__always)
    private func isOutdated(_ place: Int, at now: BootInstant) -> Bool {
        place < entries.count
            && now.nanoseconds - entries[place].fix.boot.nanoseconds > Self.nanoseconds
    }

    /// Inserts an empty entry for the latest fix behind all others, and rotates the oldest to the
    /// front.
    private mutating func makeRoom() {
        if latest > 0 { entries = Array(entries[latest...] + entries[..<latest]) }
        latest = entries.count
        let nowhere = LocationUpdate(position: Coordinate(latitude: 0, longitude: 0), time: nil)
        let empty = AcceptedFix(
            update: nowhere, boot: BootInstant(nanoseconds: 0), feed: FeedInstant(nanoseconds: 0))
        entries.append(Entry(fix: empty, manner: []))
    }

    /// A fix with the step that led to it.
    package struct Finding: Sendable {
        /// The step to the fix. Its odometer reading and its stale limit are not stored; they are
        /// defaults.
        package var step: Step
        /// The number of the fix among the accepted ones.
        package var number: Int
        /// The instant at which the next fix arrived; nil for the last one.
        package var next: BootInstant?
    }

    /// Returns the last fix, or the last one not after `time`; nil without one in ten minutes.
    package func finding(at time: UTCInstant?, of accepted: Int) -> Finding? {
        let last = entries.count - 1
        guard let newest = entry(last) else { return nil }
        var place = last
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
                step: step(of: entry, at: place),
                number: accepted - (last - place),
                next: self.entry(place + 1)?.fix.boot)
        }
        return nil
    }

    /// Returns the entry at a position counted from the oldest.
    private func entry(_ place: Int) -> Entry? {
        index(place).map { entries[$0] }
    }

    private func index(_ place: Int) -> Int? {
        guard entries.indices.contains(place) else { return nil }
        return (oldest + place) % entries.count
    }

    /// Returns the fix before the one at a position; not a poorer one that this fix replaces.
    private func before(_ place: Int) -> Entry? {
        var place = place
        while let entry = entry(place), entry.manner.contains(.isReplacement) { place -= 1 }
        return entry(place - 1)
    }

    private func step(of entry: Entry, at place: Int) -> Step {
        let hasBefore = !entry.manner.contains(.isFirst)
        var step = Step(before: hasBefore ? before(place)?.fix : nil, fix: entry.fix)
        step.isSuspect = entry.manner.contains(.isSuspect)
        if entry.manner.contains(.isReplacement) { step.replaced = self.entry(place - 1)?.fix }
        step.isJump = entry.manner.contains(.isJump)
        step.isPoor = entry.manner.contains(.isPoor)
        step.isAtRest = entry.manner.contains(.isAtRest)
        step.isBridged = entry.manner.contains(.isBridged)
        step.isBeyondGap = entry.manner.contains(.isBeyondGap)
        if let before = step.before {
            step.lengthBound_m = distanceUpperBound(
                from: before.update.position, to: entry.fix.update.position)
            step.interval_s = entry.fix.feed.seconds(since: before.feed)
            if entry.manner.contains(.isFound) { step.unknownFor_s = step.bootInterval_s }
        }
        return step
    }
}
