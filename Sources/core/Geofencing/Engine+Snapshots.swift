public import Chronology
public import Fixes
public import Geodesy

extension Engine {
    /// Returns every monitor, in the order of the configuration.
    ///
    /// - Parameter now: the present instant; nil means the instant of the last input.
    public func monitors(now: BootInstant? = nil) -> [MonitorSnapshot] {
        monitors.map { monitor in
            let catalog = catalogs[monitor.catalog]
            let inside = monitor.evaluator.insideNumbers(in: catalog).filter { number in
                monitor.standing(
                    of: number, in: catalog, feed: feeds[monitor.feed], now: now ?? sink.now
                ).side == .inside
            }
            return MonitorSnapshot(
                definition: monitor.definition, status: monitor.status,
                warnings: monitor.warnings.warnings,
                fenceCount: catalog.count - monitor.evaluator.rules.invalid.count,
                inside: inside.map(catalog.id),
                entered: monitor.entered(inside, in: catalog, feeds[monitor.feed].last),
                messageFailures: monitor.messageFailures)
        }
    }

    /// Returns the first `limit` ids of the fences of a monitor after `id`, or from the beginning,
    /// in byte order; none for an unknown monitor. The duration does not depend on the number of
    /// fences, unless many fences outside are skipped.
    ///
    /// - Parameter now: the present instant; nil means the instant of the last input.
    public func fenceIDs(
        of monitor: String, after id: String? = nil, limit: Int, exceptOutside: Bool = false,
        now: BootInstant? = nil
    ) -> [String] {
        guard let monitor = monitors.first(where: { $0.name == monitor }) else { return [] }
        let catalog = catalogs[monitor.catalog]
        guard exceptOutside else { return catalog.ids(after: id, limit: limit) }
        let feed = feeds[monitor.feed]
        return catalog.ids(after: id, limit: limit) { number in
            monitor.standing(of: number, in: catalog, feed: feed, now: now ?? sink.now).side
                != .outside
        }
    }

    /// Returns one fence of a monitor with its state; nil for an unknown monitor or fence.
    ///
    /// - Parameter now: the present instant; nil means the instant of the last input.
    public func fence(
        _ id: String, of monitor: String, now: BootInstant? = nil
    ) -> FenceSnapshot? {
        guard let monitor = monitors.first(where: { $0.name == monitor }),
            let number = catalogs[monitor.catalog].number(of: id)
        else { return nil }
        let feed = feeds[monitor.feed]
        return monitor.snapshot(
            of: number, in: catalogs[monitor.catalog], feed: feed,
            localFrame: feed.last.map { LocalFrame($0.update.position) }, now: now ?? sink.now)
    }

    /// Returns the reasons why running monitors cannot evaluate some fences of a set, one sentence
    /// for each fence and monitor. A fence that can be evaluated has none.
    public func problems(ofFences ids: [String], in set: FenceSetName) -> [String] {
        monitors.filter { $0.isEvaluating && $0.definition.fences == set }.flatMap { monitor in
            let catalog = catalogs[monitor.catalog]
            return ids.compactMap { id in
                catalog.number(of: id).flatMap {
                    monitor.evaluator.rules.problem(of: $0, in: catalog)
                }
                .map { "\($0) (monitor \(monitor.name))" }
            }
        }
    }

    /// Returns whether all fences of the file of a monitor are far from a place. Nil when one is
    /// near, when the set has runtime fences, and for an unknown monitor.
    public func remoteness(of monitor: String, from place: Coordinate) -> FenceRemoteness? {
        guard let monitor = monitors.first(where: { $0.name == monitor }) else { return nil }
        let catalog = catalogs[monitor.catalog]
        guard catalog.overlay.isEmpty else { return nil }
        return FenceSet(table: catalog.table).remoteness(from: place)
    }

    /// Whether any fix waits in a reorder buffer for late ones that may precede it.
    public var holdsFixes: Bool { feeds.contains { $0.reorder.deadline != nil } }

    /// Returns the present state of the checks of a source in order; nil for an unknown source.
    public func checks(of source: String) -> [CheckReport]? {
        feeds.first { $0.name == source }?.checks
    }

    /// Returns the present remarks about a source; none for an unknown source.
    public func remarks(of source: String) -> [SourceRemark] {
        feeds.first { $0.name == source }?.remarks ?? []
    }

    /// Returns the reason why the last refused fix of a source was refused, if it arrived at
    /// `instant`; nil otherwise.
    public func refusal(of source: String, at instant: BootInstant) -> FixRefusal? {
        guard let feed = feed(named: source), let last = feeds[feed].refusals.last,
            last.boot == instant
        else { return nil }
        return last.reason
    }

    /// Returns the counts of accepted and refused fixes of a source; nil for an unknown source.
    public func health(of source: String) -> FeedHealth? {
        feeds.first { $0.name == source }?.health
    }
}

extension Monitor {
    /// Returns the fences that are inside, in the order in which they were entered. Those known
    /// only from an earlier run come first.
    fileprivate func entered(
        _ numbers: [FenceNumber], in catalog: FenceCatalog, _ last: AcceptedFix?
    ) -> [EnteredFence] {
        numbers.map { number in
            let (visit, label) = (evaluator.states[number]?.visit, catalog.label(number))
            let found = visit?.instant.flatMap { instant in
                last?.update.time?.advanced(
                    by_ns: instant.nanoseconds - (last?.boot ?? instant).nanoseconds)
            }
            return EnteredFence(
                fence: label.id, name: label.name, enteredAt: visit?.enteredAt,
                knownSince: visit?.enteredAt ?? found)
        }.sorted {
            ($0.knownSince?.nanoseconds ?? .min, $0.fence)
                < ($1.knownSince?.nanoseconds ?? .min, $1.fence)
        }
    }

    fileprivate func snapshot(
        of number: FenceNumber, in catalog: FenceCatalog, feed: SourceState,
        localFrame: LocalFrame?,
        now: BootInstant
    ) -> FenceSnapshot {
        let (side, reason, state) = standing(of: number, in: catalog, feed: feed, now: now)
        let distance_m = localFrame.map { catalog.signedDistance(number, from: $0) }
        var snapshot = FenceSnapshot(
            fence: catalog.fence(number), side: side, unknownReason: reason?.rawValue,
            visit: state.visit?.name(of: catalog.label(number), under: label),
            enteredAt: state.visit?.enteredAt,
            window_s: state.window.left_s(at: now),
            distance_m: distance_m)
        let settings = catalog.settingsIndex(number)
        guard isEvaluating, evaluator.rules.indices.contains(settings),
            evaluator.rules.obstacle(to: number, settings: settings) == nil
        else { return snapshot }
        let (rules, last) = (evaluator.rules[settings], feed.last?.update)
        let accuracy = last.map { AccuracyRadius(of: $0, by: evaluator.reading) } ?? .none
        let thresholds = Thresholds(
            rules: rules, accuracy: accuracy.tested_m,
            enclosingRadius_m: rules.hasTolerance
                ? catalog.enclosingRadius(number) + rules.buffer_m : 0)
        (snapshot.enterThreshold_m, snapshot.exitThreshold_m) = (thresholds.enter, thresholds.exit)
        snapshot.isOnOtherFloor =
            HeightFinding(fence: rules.floor, fix: last?.floor, policy: rules.floorPolicy)
            == .elsewhere
        if side != .unknown, state.isSuppressing { snapshot.suppressedSide = state.raw }
        return snapshot
    }

    /// The side of a fence, the reason why it is unknown, and the state from which both derive.
    fileprivate func standing(
        of number: FenceNumber, in catalog: FenceCatalog, feed: SourceState, now: BootInstant
    ) -> (side: FenceRecord.Side, reason: UnknownReason?, state: FenceState) {
        let settings = catalog.settingsIndex(number)
        guard isEvaluating, evaluator.rules.indices.contains(settings) else {
            return (.unknown, .notEvaluating, FenceState(.unknown))
        }
        let state = evaluator.states.state(of: number, settings: settings)
        guard let last = feed.last else { return (.unknown, .noFix, state) }
        if let obstacle = evaluator.rules.obstacle(to: number, settings: settings) {
            return (.unknown, obstacle, state)
        }
        if feed.isStale { return (.unknown, .stale, state) }
        if let lack = evaluator.lack(settings, by: last.update, at: now) {
            return (.unknown, lack, state)
        }
        return (state.known, state.known == .unknown ? state.hold ?? .noFix : nil, state)
    }
}
