import Fixes

extension Engine {
    /// Applies a new configuration. Unchanged parts continue undisturbed.
    ///
    /// A monitor whose source or fence set changed is stopped and started. With any other change, a
    /// running monitor keeps its state and evaluates it by the new rules; its message changes only
    /// at the next start. A monitor that failed to start is started again; see `isWanted`.
    mutating func configure(_ new: EngineConfiguration) {
        level = new.level
        global = new.global
        reviewKindSwitches()
        for (kind, enabled) in kindSwitches { applySwitch(kind, enabled) }
        floorFinder = FloorFinder(new.floorMaps, after: floorFinder)
        let old = monitors
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
        monitors = new.monitors.enumerated().map { index, definition in
            let feed = sources.firstIndex(of: definition.source) ?? 0
            let catalog = names.firstIndex(of: definition.fences) ?? 0
            var monitor =
                old.first { $0.canGoOn(as: definition) }
                ?? Monitor(definition: definition, index: index, feed: feed, catalog: catalog)
            (monitor.evaluator.rules.index, monitor.feed, monitor.catalog) = (index, feed, catalog)
            monitor.unusableFloorMaps = new.unusableFloorMaps
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
        rebuildTimers()
    }

    /// Passes the offset of the trusted wall clock to a source for which that clock is meaningful.
    mutating func setClock(of feed: Int) {
        let settings = feeds[feed].settings
        feeds[feed].wallOffset_ns =
            settings.origin == .live && settings.usesWallClock ? wallOffset_ns : nil
    }

    /// Replaces the runtime switch of a fence kind when the new configuration changes the setting
    /// of that kind.
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

    /// Stops the monitors that were removed or whose source or fence set changed.
    private mutating func stopDiscarded(by new: EngineConfiguration) {
        for index in monitors.indices
        where !new.monitors.contains(where: { monitors[index].canGoOn(as: $0) }) {
            prepareSink(for: monitors[index].feed)
            monitors[index].stop(in: catalogs[monitors[index].catalog], into: &sink)
        }
    }

    /// Gives a monitor its new definition, and starts it where required.
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
        prepareSink(for: monitors[index].feed)
        let step = presentStep(of: monitors[index].feed)
        monitors[index].revise(
            to: definition, level: level, global: global, step: step,
            in: catalogs[monitors[index].catalog], into: &sink)
        if monitors[index].status == .failedToStart, before.isWanted(under: definition) {
            start(index)
        }
    }
}

extension Monitor {
    /// Whether a monitor that failed to start is to be started again: its new definition starts it
    /// automatically, or its old one did not, so that a command had started it.
    fileprivate func isWanted(under definition: MonitorDefinition) -> Bool {
        definition.autostart || !self.definition.autostart
    }

    /// Whether a monitor can take over this definition without losing its state.
    fileprivate func canGoOn(as definition: MonitorDefinition) -> Bool {
        id == definition.id && self.definition.source == definition.source
            && self.definition.fences == definition.fences
    }

    /// Continues under a changed definition. Changed thresholds are evaluated at once.
    fileprivate mutating func revise(
        to definition: MonitorDefinition, level: KindDefaults, global: KindDefaults, step: Step?,
        in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let (before, labelBefore, warningsBefore) = (self.definition, label, warnings)
        let readingBefore = evaluator.reading
        evaluator.rules.definition = definition
        nextMessage = definition.message
        guard isEvaluating else { return }
        evaluator.rules.definition.message = before.message
        reviewMessage()
        let rulesBefore = evaluator.rules.list
        applyKinds(level: level, global: global, step: step, in: catalog, into: &sink)
        guard
            warnings != warningsBefore || before != self.definition
                || evaluator.rules.list != rulesBefore
        else { return }
        evaluator.states.journal.begin(after: sink.fixNumber)
        let invalidBefore = evaluator.rules.invalid
        reviewFences(since: invalidBefore.map(catalog.id), in: catalog, into: &sink)
        // Fences that become valid now begin as at a start.
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
        evaluator.evaluateChanges(
            since: rulesBefore, readingBefore, invalid: invalidBefore, by: step, in: catalog,
            into: &sink)
    }

    /// Sets or clears the warning about a new message that takes effect at the next start.
    private mutating func reviewMessage() {
        _ = warnings.set(
            .messageKept,
            nextMessage == definition.message
                ? nil
                : "monitor '\(name)' keeps the message it was started with; a message cannot change "
                    + "while the monitor runs: stop and start it")
    }
}
