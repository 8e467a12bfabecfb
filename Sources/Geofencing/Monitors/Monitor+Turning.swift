import Chronology
import Geodesy

extension Monitor {
    /// Judges one fence by a look that finds it on the other side than it was, where that is all there
    /// is to it: nothing is open, one fix suffices, and nothing but movement has a say. Most changes
    /// are of that kind, and cost no more than they have to.
    ///
    /// - Returns: what that tells of the fixes to come; nil, and nothing is judged, where there is
    ///   more to it.
    @inline(__always)
    mutating func turn(
        _ look: Look, settings: Int, by fix: inout JudgedFix, in catalog: FenceCatalog,
        into sink: inout Sink
    ) -> Outlook? {
        guard let side = look.evidence.side, fix.isPlain, sink.isSkipping,
            rules[settings].turns(to: side, by: fix.step.moment)
        else { return nil }
        let number = look.place.number
        let known = states.slot(of: number)
        let standing = known.map(states.standing) ?? defaults[settings].standing
        guard standing.isPlain, standing.raw != side else { return nil }
        let isHeldBack = known.map { states.settled($0).window.holdsBack(at: sink.now) } ?? false
        if isHeldBack, !isUnbroken(fix.step) { return nil }
        let crossing =
            fix.step.isInterpolable
            ? crossing(
                to: side, from: standing.raw, look.place, adrift: nil, poorSince: nil, cause: nil,
                fix: &fix, in: catalog)
            : fix.crossingUnseen
        var dwell = side == .inside ? DwellClock(runningSince: crossing.boot) : nil
        beginDwell(&dwell, settings: settings, poorSince: nil, lack: nil, by: fix)
        if let known, isHeldBack {
            return holdBack(
                side, crossing, dwell, look.place, settings: settings, in: known, catalog,
                into: &sink)
        }
        schedule(dwell, number, settings: settings, into: &sink)
        var state = known.map(states.settled) ?? defaults[settings].state.settled
        journal.note(state, of: number, fix: sink.fixNumber)
        let (report, visit) = state.turn(
            to: side, by: crossing, dwell: dwell, at: sink.now,
            period_ns: rules[settings].ignorePeriod_ns)
        tell(report, of: number, visit, look.place.thresholds, in: catalog, into: &sink)
        sink.outbox.save(state, of: number, sink.occasion(of: label, index, in: catalog))
        let turned = Standing(of: state)
        keep(state, turned, of: number, settings: settings, in: known)
        return turned.outlook(look.place, isOtherFloor: false)
    }
}

extension Evidence {
    /// The side that it speaks for; nil when it says nothing.
    fileprivate var side: FenceRecord.Side? {
        switch self {
        case .inside: .inside
        case .outside: .outside
        case .hold: nil
        }
    }
}

extension JudgedFix {
    /// Whether nothing but the way to it has a say in what it changes.
    fileprivate var isPlain: Bool { adrift == nil && imposedCause == nil && lacks.isEmpty }
}

extension JudgingRules {
    /// Whether one fix brings a fence to a side, and no floor can be the cause.
    @inline(__always)
    fileprivate func turns(to side: FenceRecord.Side, by moment: Moment) -> Bool {
        floor == nil && (side == .inside ? confirmEnter : confirmExit).isMet(byOne: moment)
    }
}
