import Chronology
import Geodesy

extension Engine {
    /// What a glance at a fix finds.
    enum Glance {
        /// It is not one more ordinary fix, or nothing is known of what lies around it.
        case unusual
        /// It changes nothing but where the receiver is, which is noted.
        case nothing
        /// Some monitors have sightings of fences, by which it is to be judged; nothing is noted.
        case sightings(Displacement)
    }

    /// Looks at a fix, and takes it where it changes nothing but where the receiver is. It comes as
    /// it came in: taken out of its input it would be put in memory for most fixes, which never get
    /// here.
    mutating func glance(
        at input: Input, _ decision: SkipDecision, of feed: Int, at now: BootInstant
    ) -> Glance {
        guard case .fix(let update, _) = input else { return .unusual }
        var hasNewLimit = false
        let glance = Self.glance(
            at: update, decision, of: feed, &feeds[feed], &roster, in: catalogs, at: now,
            &hasNewLimit)
        // Fixes that come at shorter intervals are missed sooner.
        if hasNewLimit { setAlarm() }
        return glance
    }

    /// The same, with all that it takes at hand: each look through the engine for one of them is a check
    /// whether it is the engine's alone.
    @inline(__always)
    private static func glance(
        at update: LocationUpdate, _ decision: SkipDecision, of number: Int,
        _ feed: inout SourceState,
        _ roster: inout [Monitor], in catalogs: [FenceCatalog], at now: BootInstant,
        _ hasNewLimit: inout Bool
    ) -> Glance {
        guard let displacement = feed.displacement(to: update, decision, at: now) else {
            return .unusual
        }
        if displacement.odometer_m >= feed.safeDistance.safeUntil_m {
            if displacement.isAfterGap,
                leapsIntoTheOpen(to: update.position, displacement, number, &roster, in: catalogs)
            {
                feed.safeDistance.safeUntil_m = displacement.odometer_m
            } else {
                var hasSightings = false
                guard
                    let due_m = glance(
                        at: update, displacement, number, &roster, in: catalogs, &hasSightings)
                else { return .unusual }
                if hasSightings { return .sightings(displacement) }
                feed.safeDistance.safeUntil_m = due_m
            }
        }
        hasNewLimit = feed.accept(update, by: displacement, decision, at: now)
        return .nothing
    }

    /// Whether a leap has led to where none of the monitors of a feed has a fence to look at.
    @inline(__always)
    private static func leapsIntoTheOpen(
        to place: Coordinate, _ displacement: Displacement, _ feed: Int, _ roster: inout [Monitor],
        in catalogs: [FenceCatalog]
    ) -> Bool {
        for index in roster.indices where roster[index].feed == feed {
            guard !catalogs[roster[index].catalog].mayHold(place),
                roster[index].leapsIntoTheOpen(to: place, displacement)
            else { return false }
        }
        return true
    }

    /// Lets every monitor of a feed look whether an ordinary fix changes anything: how far the feed may
    /// move on from there, or nil where nothing is known of what lies around it.
    private static func glance(
        at update: LocationUpdate, _ displacement: Displacement, _ feed: Int,
        _ roster: inout [Monitor], in catalogs: [FenceCatalog], _ hasSightings: inout Bool
    ) -> Double? {
        var sight = Sight(update.position)
        var due_m = Double.infinity
        for index in roster.indices where roster[index].feed == feed {
            guard
                let next_m = glance(at: update, &sight, displacement, &roster[index], in: catalogs)
            else { return nil }
            due_m = min(due_m, next_m)
            if roster[index].sightings.count > 0 { hasSightings = true }
        }
        return due_m
    }

    /// The same by one monitor, to which its catalog is lent.
    @inline(__always)
    private static func glance(
        at update: LocationUpdate, _ sight: inout Sight, _ displacement: Displacement,
        _ monitor: inout Monitor, in catalogs: [FenceCatalog]
    ) -> Double? {
        catalogs.lend(monitor.catalog) { monitor.glance(at: update, &sight, displacement, in: $0) }
    }

    /// Judges an ordinary fix by what the glance at it has found.
    mutating func judgeSightings(at input: Input, _ displacement: Displacement, of feed: Int) {
        guard case .fix(let update, _) = input else { return }
        var fix = JudgedFix(update, at: sink.now)
        guard feeds[feed].accept(&fix.step, after: displacement) else { return }
        prepareSink(for: feed)
        Self.judgeSightings(by: &fix, of: feed, &roster, in: catalogs, into: &sink)
        dropLapsedStates(of: feed)
    }

    /// Lets every monitor of a feed judge what it has seen. As for a glance all is at hand, so that the
    /// catalogs need not be held.
    @inline(__always)
    private static func judgeSightings(
        by fix: inout JudgedFix, of feed: Int, _ roster: inout [Monitor],
        in catalogs: [FenceCatalog], into sink: inout Sink
    ) {
        for index in roster.indices where roster[index].feed == feed {
            catalogs.lend(roster[index].catalog) { catalog in
                roster[index].judgeSightings(by: &fix, in: catalog, into: &sink)
                roster[index].tellResumed(in: catalog, into: &sink)
            }
        }
    }

    private mutating func dropLapsedStates(of feed: Int) {
        guard sink.outbox.isAnyNew else { return }
        for index in roster.indices
        where roster[index].feed == feed && roster[index].hasManyStates {
            roster[index].dropLapsedStates(in: catalogs[roster[index].catalog], into: &sink)
        }
    }

    @inline(__always)
    func feed(named source: String) -> Int? {
        if let first = feeds.first, first.name == source { return 0 }
        return feeds.firstIndex { $0.name == source }
    }

    /// A fix came in; where late ones are to be put in order it waits for its turn.
    mutating func take(_ update: LocationUpdate, _ details: FixDetails?, of source: String) {
        guard let feed = feed(named: source) else { return }
        let wait_s = feeds[feed].settings.reorder_s
        if wait_s > 0, !update.isLastKnown {
            feeds[feed].reorder.insert(update, details, at: sink.now, wait_s: wait_s)
            releaseReordered(feed)
        } else {
            judge(update, details, of: feed)
        }
    }

    /// Judges the fixes that have waited long enough for late ones. What one of them gives is put in
    /// order by itself, whatever comes of others that are let go with it.
    mutating func releaseReordered(_ feed: Int) {
        while let (update, details) = feeds[feed].reorder.next(at: sink.now) {
            judge(update, details, of: feed)
            endInstant()
        }
    }

    private mutating func judge(
        _ received: LocationUpdate, _ details: FixDetails?, of feed: Int
    ) {
        let source = feeds[feed].name
        var update = received
        if update.floor == nil && !floorFinder.isEmpty {
            update.floor = floorFinder.floor(of: update, source: source)
        }
        let wasStale = feeds[feed].isStale
        let resumed = feeds[feed].isResumed ? feeds[feed].last : nil
        var fix = JudgedFix(update, at: sink.now)
        var details = details
        let acceptance = feeds[feed].accept(&fix.step, &details)
        if feeds[feed].settings.filter != nil { reviewFilter(of: feed) }
        switch acceptance {
        case .refused(let reason):
            if feeds[feed].refuse(update, at: sink.now, reason) {
                sink.outbox.put(.suspicion(reason, source: source))
            }
            return
        case .completed:
            feeds[feed].health.completed += 1
            feeds[feed].details = details
            return
        case .accepted: break
        case .timeReset:
            forgetClock(of: feed, at: fix.step.fix.update.time)
            tell(.timeReset, "Receiver time of source \(source) began again", of: feed)
        }
        feeds[feed].details = details
        if let late = feeds[feed].late.take(at: sink.now) {
            let fixes = late.count == 1 ? "1 fix" : "\(late.count) fixes"
            tell(
                .fixesLate,
                "\(fixes) of source \(source) came out of order and changed nothing, the last "
                    + "\(rounded(late.age_s)) s behind the latest" + advice(forAge: late.age_s),
                of: feed)
        }
        if !floorFinder.isEmpty { floorFinder.remember(fix.step.fix.update, source: source) }
        prepareSink(for: feed)
        let goesOn = if let resumed { resume(feed, after: resumed, by: &fix.step) } else { false }
        if wasStale { tell(.feedResumed, "Source \(source) gives fixes again", of: feed) }
        if feeds[feed].suspicion.end() { sink.outbox.put(.suspicion(nil, source: source)) }
        if let time = fix.step.fix.update.time,
            feeds[feed].safeDistance.reachesClockEdge(at: time.nanoseconds)
        {
            passClockEdges(of: feed, at: time)
        }
        for index in roster.indices where roster[index].feed == feed {
            let canSkip = roster[index].skips(&fix)
            if !isSkipping {
                roster[index].judgeAll(&fix, in: catalogs[roster[index].catalog], into: &sink)
            } else if !canSkip {
                roster[index].judge(&fix, in: catalogs[roster[index].catalog], into: &sink)
            }
            roster[index].tellResumed(in: catalogs[roster[index].catalog], into: &sink)
        }
        if goesOn || fix.step.resetAfter != nil { saveAnew(of: feed) }
        dropLapsedStates(of: feed)
    }

    mutating func setRunning(_ isRunning: Bool, _ source: String) {
        guard let feed = feed(named: source) else { return }
        feeds[feed].isRunning = isRunning
        for index in roster.indices
        where roster[index].feed == feed && roster[index].status == .started && !isRunning
            && !roster[index].warnings.contains(.feedNotRunning)
        {
            roster[index].warnFeedNotRunning()
            sink.outbox.put(
                .warnings(roster[index].warnings.warnings, monitor: roster[index].name))
        }
    }

    /// What may be done about fixes that are so many seconds late; empty where no setting helps.
    private func advice(forAge age_s: Double) -> String {
        guard age_s <= FeedSettings.longestReorder_s else { return "" }
        return "; reorder_s puts fixes in order that are so many seconds late"
    }

    private mutating func tell(_ kind: Diagnostic.Kind, _ message: String, of feed: Int) {
        var diagnostic = Diagnostic(kind: kind, message: message)
        diagnostic.source = feeds[feed].name
        diagnostic.decidedAt = feeds[feed].last?.update.time
        sink.outbox.put(.event(.diagnostic(diagnostic)))
    }
}
