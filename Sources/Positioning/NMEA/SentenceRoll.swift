import Chronology

/// Which sentences an epoch has had, and in which order, so that the cycle can be learned and a
/// repetition noticed.
struct SentenceRoll {
    /// A sentence of a cycle: its kind and talker. GSA counts once whatever its talker, because the
    /// number of them changes with the constellations in use.
    struct Key: Equatable {
        var kind: SentenceKind
        var talker: UInt16

        @inline(__always)
        init(kind: SentenceKind, talker: UInt16) {
            self.kind = kind
            self.talker = kind == .gsa ? 0 : talker
        }
    }

    /// More different position sentences than any receiver sends in one epoch; those beyond are
    /// taken as not seen.
    private static let limit = 12

    private var talkers = InlineArray<12, UInt32>(repeating: 0)
    private var count = 0
    private var order = InlineArray<11, UInt8>(repeating: 0)
    private var lastTalker = InlineArray<11, UInt16>(repeating: 0)

    private var lastAt = BootInstant(nanoseconds: 0)
    /// The longest pause since the last sentence that is of this epoch for certain, in nanoseconds,
    /// and how many sentences came before it.
    private var longestPause: Int64 = 0
    private var countBeforePause = 0

    /// Whether this sentence has come already.
    @inline(__always)
    func contains(_ key: Key) -> Bool {
        let packed = UInt32(key.kind.rawValue) << 16 | UInt32(key.talker)
        for index in 0..<count where talkers[index] == packed { return true }
        return false
    }

    /// Whether a sentence of this kind has come already, from any talker.
    func contains(_ kind: SentenceKind) -> Bool { place(kind) > 0 }

    /// Notes a sentence and its arrival; repetitions change nothing else.
    ///
    /// - Parameter isCertain: whether it is of this epoch and no other, because it tells its time or
    ///   a position.
    @inline(__always)
    mutating func note(_ key: Key, isCertain: Bool, at now: BootInstant) {
        let pause = now.nanoseconds &- lastAt.nanoseconds
        if isCertain {
            longestPause = 0
        } else if pause > longestPause {
            longestPause = pause
            countBeforePause = count
        }
        lastAt = now
        guard count < Self.limit, !contains(key) else { return }
        talkers[count] = UInt32(key.kind.rawValue) << 16 | UInt32(key.talker)
        count &+= 1
        let slot = Int(key.kind.rawValue)
        order[slot] = UInt8(count)
        lastTalker[slot] = key.talker
    }

    /// Leaves out what begins the cycle whose first position comes `now`.
    ///
    /// On a line that never falls silent only the pauses part the cycles: what tells no time is of
    /// the position that it came nearer to. At the same instant it is of the one before it.
    mutating func leaveOutNextCycle(at now: BootInstant) {
        if now.nanoseconds &- lastAt.nanoseconds < longestPause { count = countBeforePause }
    }

    /// The last sentence that adds something to a fix: after it, waiting for more gains nothing.
    ///
    /// GLL adds nothing to RMC, GGA or GNS; VTG adds nothing to RMC.
    var lastEssential: Key? {
        var best: SentenceKind?
        var bestOrder: UInt8 = 0
        func consider(_ kind: SentenceKind) {
            let place = place(kind)
            if place > bestOrder {
                best = kind
                bestOrder = place
            }
        }
        consider(.rmc)
        consider(.gga)
        consider(.gns)
        if best == nil { consider(.gll) }
        if !contains(.rmc) { consider(.vtg) }
        consider(.gsa)
        consider(.gst)
        guard let best else { return nil }
        return Key(kind: best, talker: lastTalker[Int(best.rawValue)])
    }

    /// Which one of its sentences a kind was, from 1; 0 none.
    @inline(__always)
    private func place(_ kind: SentenceKind) -> UInt8 {
        let place = order[Int(kind.rawValue)]
        return place <= count ? place : 0
    }
}
