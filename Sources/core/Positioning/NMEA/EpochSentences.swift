import Chronology

/// The sentences of an epoch in their order. They are used to learn the cycle and to detect
/// repetitions.
struct EpochSentences {
    /// A sentence of a cycle: its kind and talker. GSA counts once whatever its talker, because the
    /// number of GSA sentences changes with the satellite systems in use.
    struct Key: Equatable {
        var kind: SentenceKind
        var talker: UInt16

        @inline(__always)
        init(kind: SentenceKind, talker: UInt16) {
            self.kind = kind
            self.talker = kind == .gsa ? 0 : talker
        }

        /// The kind and talker in one number.
        @inline(__always)
        fileprivate var packed: UInt32 { UInt32(kind.rawValue) << 16 | UInt32(talker) }

        @inline(__always)
        fileprivate init?(packed: UInt32) {
            guard let kind = SentenceKind(rawValue: UInt8(packed >> 16)) else { return nil }
            self.init(kind: kind, talker: UInt16(truncatingIfNeeded: packed))
        }
    }

    /// The maximum of different sentences: more than any receiver sends in one epoch. Further ones
    /// are not recorded.
    private static let limit = 12

    /// The distinct sentences as packed keys.
    private var keys = InlineArray<12, UInt32>(repeating: 0)
    private var count = 0

    private var lastAt = BootInstant(nanoseconds: 0)
    /// The longest pause since the last sentence that certainly belongs to this epoch, in
    /// nanoseconds. `countBeforePause` is the number of sentences before it.
    private var longestPause: Int64 = 0
    private var countBeforePause = 0

    /// Whether this sentence was recorded.
    @inline(__always)
    func contains(_ key: Key) -> Bool {
        let packed = key.packed
        for index in 0..<count where keys[index] == packed { return true }
        return false
    }

    /// Whether a sentence of this kind was recorded, from any talker.
    func contains(_ kind: SentenceKind) -> Bool {
        for index in 0..<count where keys[index] >> 16 == UInt32(kind.rawValue) { return true }
        return false
    }

    /// Records a sentence and its arrival. A repetition changes only the arrival and the pause.
    ///
    /// - Parameter isCertain: whether it certainly belongs to this epoch, because it has a time or
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
        keys[count] = key.packed
        count &+= 1
    }

    /// Removes the sentences of the next cycle, whose first position arrives `now`.
    ///
    /// On a line without silence only the pauses separate the cycles. A sentence without a time
    /// belongs to the position that is nearer by its arrival, or to the earlier one when both
    /// arrive at the same instant.
    mutating func leaveOutNextCycle(at now: BootInstant) {
        if now.nanoseconds &- lastAt.nanoseconds < longestPause { count = countBeforePause }
    }

    /// The last sentence that adds something to a fix, after which waiting is useless; nil if none.
    var lastEssential: Key? {
        var kinds = KindSet()
        for index in 0..<count {
            kinds.formUnion(KindSet(rawValue: 1 << (keys[index] >> 16)))
        }
        for index in (0..<count).reversed() {
            guard let key = Key(packed: keys[index]) else { continue }
            let descriptor = key.kind.descriptor
            if descriptor.isEssential, descriptor.redundantBeside.isDisjoint(with: kinds) {
                return key
            }
        }
        return nil
    }
}
