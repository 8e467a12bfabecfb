extension Engine {
    /// Takes a new configuration: what did not change goes on undisturbed.
    ///
    /// A monitor whose source or fences became others is stopped and started; any other change of
    /// a running monitor keeps its state and judges it by the new rules, except that its message
    /// stays as it is until the next start. A monitor that had failed and starts by itself is tried
    /// again.
    mutating func configure(_ new: EngineConfiguration) {
        level = new.level
        global = new.global
        reviewKindSwitches()
        for (kind, enabled) in kindSwitches { applySwitch(kind, enabled) }
        floorFinder = FloorFinder(new.floorMaps, after: floorFinder)
        let old = roster
        stopDiscarded(by: new)
        let sources = Set(new.monitors.map(\.source)).union(new.feeds.keys).sorted()
        let oldFeeds = feeds
        let detailed = new.sourcesWithDetails
        feeds = sources.map { name in
            let settings = new.feeds[name] ?? FeedSettings()
            guard var feed = oldFeeds.first(where: { $0.name == name }) else {
                return SourceState(name: name, settings: settings)
            }
            if feed.settings != settings { feed.beginsTimeBase = true }
            if feed.settings.filter != settings.filter { feed.filterProblem = nil }
            feed.settings = settings
            // Only fixes without details can be ordinary.
            if !detailed.contains(name) { feed.details = nil }
            return feed
        }
        for index in feeds.indices {
            feeds[index].buildDate = new.buildDate
            setClock(of: index)
        }
        let names = Set(new.monitors.map(\.fences)).union(new.fenceSets.keys).sorted()
        let oldCatalogs = catalogs
        catalogs = names.map { name in
            oldCatalogs.first { $0.name == name } ?? loaded(name, by: new)
        }
        roster = new.monitors.enumerated().map { index, definition in
            let feed = sources.firstIndex(of: definition.source) ?? 0
            let catalog = names.firstIndex(of: definition.fences) ?? 0
            var monitor =
                old.first { $0.canGoOn(as: definition) }
                ?? Monitor(definition: definition, index: index, feed: feed, catalog: catalog)
            (monitor.evaluator.rules.index, monitor.feed, monitor.catalog) = (index, feed, catalog)
            monitor.lostFloorMaps = new.lostFloorMaps
            return monitor
        }
        rebuildTimers()
        for index in catalogs.indices where oldCatalogs.contains(where: { $0.name == names[index] })
        {
            let catalog = loaded(names[index], by: new)
            if !catalog.isSame(as: catalogs[index]) { adopt(catalog, at: index) }
        }
        for (index, definition) in new.monitors.enumerated() {
            let before = old.first { $0.id == definition.id }
            revise(index, to: definition, before: before)
        }
        for index in feeds.indices { reviewFilter(of: index) }
        sink.watch = nil
        rebuildTimers()
    }

    /// Lets a source know the trusted wall clock, where that tells anything about it.
    mutating func setClock(of feed: Int) {
        let settings = feeds[feed].settings
        feeds[feed].wallOffset_ns =
            settings.origin == .live && settings.usesWallClock ? wallOffset_ns : nil
    }

    /// A kind that the configuration switches now is no more as it was switched at run time before.
    private mutating func reviewKindSwitches() {
        let configured = [FenceKind.level: level.enabled, .global: global.enabled]
        for (kind, enabled) in configured
        where kindSwitches[kind] != nil && configuredKinds[kind] == !enabled {
            kindSwitches[kind] = enabled
            sink.outbox.save(.kind(kind, enabled))
        }
        configuredKinds = configured
    }

    private func loaded(
        _ name: FenceSetName, by configuration: EngineConfiguration
    ) -> FenceCatalog {
        FenceCatalog.make(
            name,
            configuration.fenceSets[name]
                ?? LoadedFences(set: nil, problems: ["no such fence set was loaded"]))
    }

    /// Stops the monitors that are gone or became others.
    private mutating func stopDiscarded(by new: EngineConfiguration) {
        for index in roster.indices
        where !new.monitors.contains(where: { roster[index].canGoOn(as: $0) }) {
            prepareSink(for: roster[index].feed)
            roster[index].stop(in: catalogs[roster[index].catalog], into: &sink)
        }
    }

    /// Gives a monitor its new definition, and starts it where that is due.
    private mutating func revise(
        _ index: Int, to definition: MonitorDefinition, before: Monitor?
    ) {
        guard let before, before.canGoOn(as: definition) else {
            let isWanted =
                switch before?.status {
                case .started: true
                case .failedToStart: before?.isWanted(under: definition) ?? false
                case nil: definition.autostart
                case .stopped, .starting, .paused: false
                }
            if isWanted { start(index) }
            return
        }
        prepareSink(for: roster[index].feed)
        let step = presentStep(of: roster[index].feed)
        roster[index].revise(
            to: definition, level: level, global: global, step: step,
            in: catalogs[roster[index].catalog], into: &sink)
        if roster[index].status == .failedToStart, before.isWanted(under: definition) {
            start(index)
        }
    }
}

extension Monitor {
    /// Whether one that could not start is to be tried again: someone has started it, if not its
    /// definition.
    fileprivate func isWanted(under definition: MonitorDefinition) -> Bool {
        definition.autostart || !self.definition.autostart
    }

    /// Whether a monitor can become the one so defined without losing its state.
    fileprivate func canGoOn(as definition: MonitorDefinition) -> Bool {
        id == definition.id && self.definition.source == definition.source
            && self.definition.fences == definition.fences
    }

    /// Goes on under a changed definition; thresholds that changed are judged at once.
    fileprivate mutating func revise(
        to definition: MonitorDefinition, level: KindDefaults, global: KindDefaults, step: Step?,
        in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let (before, labelBefore, warningsBefore) = (self.definition, label, warnings)
        let readingBefore = evaluator.rules.reading
        evaluator.rules.definition = definition
        nextMessage = definition.message
        guard isJudging else { return }
        evaluator.rules.definition.message = before.message
        reviewMessage()
        let rulesBefore = evaluator.rules.list
        applyKinds(level: level, global: global, step: step, in: catalog, into: &sink)
        guard
            warnings != warningsBefore || before != self.definition
                || evaluator.rules.list != rulesBefore
        else { return }
        evaluator.journal.begin(after: sink.fixNumber)
        let invalidBefore = evaluator.rules.invalid
        reviewFences(since: invalidBefore.map(catalog.id), in: catalog, into: &sink)
        // What can be judged only now begins as at a start.
        for number in invalidBefore.subtracting(evaluator.rules.invalid) {
            evaluator.states[number] = FenceState(.unknown)
        }
        defer {
            saveRecords(in: catalog, into: &sink) { number in
                let kind = catalog.label(number).kind
                return label.rulesHash(of: kind) != labelBefore.rulesHash(of: kind)
            }
        }
        guard let step, status == .started else { return }
        var fix = JudgedFix(step, by: evaluator.rules.reading)
        let readsAlike = evaluator.rules.reading.readsFixes(as: readingBefore)
        for number in evaluator.candidates(for: &fix, in: catalog) {
            let settings = catalog.settingsIndex(number)
            if readsAlike,
                evaluator.rules[settings].placesFence(as: rulesBefore[settings])
            {
                continue
            }
            fix.imposedCause = invalidBefore.contains(number) ? nil : .fenceChanged
            evaluator.evaluate(number, by: &fix, in: catalog, into: &sink)
        }
    }

    /// Warns of a message that waits for the next start.
    private mutating func reviewMessage() {
        _ = warnings.set(
            .messageKept,
            nextMessage == definition.message
                ? nil
                : "monitor '\(name)' keeps the message it was started with; a message cannot change "
                    + "while the monitor runs: stop and start it")
    }
}
