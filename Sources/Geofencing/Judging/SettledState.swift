import Chronology

/// What is known of one fence under one monitor when nothing is open about it.
///
/// It is all that most fences near the receiver ever have, and what most events ask for and change:
/// the rest is in `OpenMatters`.
struct SettledState: BitwiseCopyable, Sendable, Hashable {
    /// The ignore window, which as it is has a tag beside its instant.
    private var windowWord = IgnoreWindow.closed.word
    /// When `reported` was told, if it was in this run.
    @Untagged var reportedAt: BootInstant? = nil
    /// When the raw state last changed, if that is known.
    @Untagged var changedAt: UTCInstant? = nil
    /// Raw changes held back since the last report.
    var suppressedToggles = 0
    /// How long the open stay has lasted; there is one as soon as a fix speaks of being inside, since
    /// what lies between the crossing and the report is part of the stay.
    @Untagged var dwell: DwellClock?
    /// The open stay; there is one exactly while `reported` is inside.
    var visit: Visit?
    /// The state last reported, R. What is less than a word stands last, since gaps are copied as well.
    var reported: FenceRecord.Side
    /// The state last confirmed, W.
    var raw: FenceRecord.Side

    var window: IgnoreWindow {
        get { IgnoreWindow(word: windowWord) }
        set { windowWord = newValue.word }
    }

    init(_ side: FenceRecord.Side) {
        reported = side
        raw = side
    }

    /// Whether it says no more than that the fence is outside, and what its window is.
    @inline(__always)
    var isOutsideButForWindow: Bool {
        reported == .outside && raw == .outside && suppressedToggles == 0
    }

    /// Whether it says no more than that the fence is outside.
    @inline(__always)
    var isPlainlyOutside: Bool { window == .closed && isOutsideButForWindow }

    /// The raw state becomes the reported one.
    ///
    /// - Returns: raw changes held back since the last report.
    @inline(__always)
    mutating func report(at now: BootInstant) -> Int {
        defer { suppressedToggles = 0 }
        (reported, reportedAt) = (raw, now)
        return suppressedToggles
    }

    /// Comes to the other side with one fix that suffices, and is told of at once, as
    /// `FenceState.take` would have it.
    ///
    /// - Parameter dwell: the clock of the stay that begins; nil when one ends.
    /// - Returns: what is due, and the stay that begins or ends.
    @inline(__always)
    mutating func turn(
        to side: FenceRecord.Side, by crossing: Crossing, dwell: DwellClock?,
        at now: BootInstant, period_ns: Int64
    ) -> (FenceState.Report, Visit) {
        let stay = visit ?? Visit(since: crossing)
        (raw, changedAt) = (side, crossing.time)
        window.begin(at: now, period_ns: period_ns)
        visit = side == .inside ? stay : nil
        self.dwell = dwell
        let report = FenceState.Report(
            side: side, crossing: crossing, suppressedToggles: report(at: now))
        return (report, stay)
    }

    /// Takes a change that was held back for told at the end of the ignore window, as
    /// `FenceState.endWindow` would have it.
    ///
    /// - Returns: what is due, and the stay that begins or ends.
    @inline(__always)
    mutating func report(
        _ crossing: Crossing, at now: BootInstant, period_ns: Int64
    ) -> (FenceState.Report, Visit) {
        let isInside = raw == .inside
        let stay = isInside ? Visit(since: crossing) : visit ?? Visit(foundAt: now)
        window.begin(at: now, period_ns: period_ns)
        visit = isInside ? stay : nil
        if !isInside { dwell = nil }
        let report = FenceState.Report(
            side: raw, crossing: crossing, isDeferred: true, suppressedToggles: report(at: now))
        return (report, stay)
    }

    /// Comes to the other side with one fix that suffices, within the ignore window, as
    /// `FenceState.take` would have it.
    ///
    /// - Parameter dwell: the clock of the stay that may begin; nil when one may end.
    @inline(__always)
    mutating func holdBack(
        _ side: FenceRecord.Side, by crossing: Crossing, dwell: DwellClock?,
        at now: BootInstant, period_ns: Int64
    ) {
        (raw, changedAt) = (side, crossing.time)
        suppressedToggles += 1
        _ = window.admitsChange(at: now, period_ns: period_ns)
        if side == .inside { self.dwell = dwell }
    }
}
