import Chronology

/// What is open about one fence under one monitor: what later fixes or timers will decide. Hardly any
/// fence has any of it, and then not for long.
struct OpenMatters: BitwiseCopyable, Sendable, Hashable {
    /// A change that has yet to be confirmed.
    var pending: PendingChange?
    /// The crossing as the first fix showed it that spoke of a pending change.
    var pendingCrossing: Crossing?
    /// The last raw change, while it is held back: there is one exactly while `isHoldingBack`.
    var heldBack: Crossing?
    /// How long changes have been held back, from the first of them to the next report.
    var flapping: FlappingClock?
    /// Why the last fix said nothing about the fence.
    var hold: UnknownReason?
    /// The last fix that said something, while `hold` lasts.
    var heldSince: BootInstant?
    /// The last fix that was not too poor to tell, while `hold` lasts and began or went on with poor ones.
    var poorSince: Adrift?
    /// The last fix before the feed was lost, or before floor or altitude were missing for long, until
    /// a decisive fix is there.
    var adrift: Adrift?

    /// Nothing, or a change that is held back.
    @inline(__always)
    init(heldBack: Crossing? = nil, flapping: FlappingClock? = nil) {
        self.heldBack = heldBack
        self.flapping = flapping
    }

    /// What is held back, where nothing else is open but how long that has gone on.
    @inline(__always)
    var heldBackAlone: Crossing? {
        pending == nil && hold == nil && adrift == nil && heldSince == nil && poorSince == nil
            ? heldBack : nil
    }

    /// Whether nothing is open.
    @inline(__always)
    var isNothing: Bool {
        pending == nil && hold == nil && adrift == nil && heldBack == nil && flapping == nil
            && heldSince == nil && poorSince == nil && pendingCrossing == nil
    }
}
