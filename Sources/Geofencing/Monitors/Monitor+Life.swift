import Chronology

extension Monitor {
    /// Begins to judge with nothing known, or says why it cannot. Asking again changes nothing.
    mutating func start(
        level: KindDefaults, global: KindDefaults, feedHasFixes: Bool, in catalog: FenceCatalog,
        into sink: inout Sink
    ) {
        switch status {
        case .started, .starting: return
        case .paused: return resume(into: &sink)
        case .stopped, .failedToStart: break
        }
        change(to: .starting, into: &sink)
        definition.message = nextMessage
        _ = warnings.set(.invalidDefinition, nil)
        _ = warnings.set(.fencesUnavailable, nil)
        _ = warnings.set(.messageFailed, nil)
        if let problem = problem {
            return fail(.invalidDefinition, problem, into: &sink)
        }
        guard catalog.isAvailable else {
            let reason = catalog.problems.first ?? "it could not be read"
            return fail(
                .fencesUnavailable,
                "monitor '\(name)' cannot start: fences '\(catalog.name.text)': \(reason)",
                into: &sink)
        }
        // Nobody looked at the clock while it was stopped.
        for settings in rules.indices { rules[settings].isOpen = nil }
        resolve(level: level, global: global, in: catalog, at: sink.clockTime)
        if sink.isResumed, let time = sink.lastFix?.update.time {
            takeUpExpired(by: time, except: [], in: catalog)
        }
        discardStates(after: sink.fixNumber)
        change(to: .started, into: &sink)
        reviewFences(in: catalog)
        if !feedHasFixes { warnFeedNotRunning() }
        sink.outbox.put(.warnings(warnings.warnings, monitor: name))
        note(.monitorStarted, "Monitor \(name) started", into: &sink)
        sink.outbox.save(.monitor(id, status))
    }

    /// Raises or clears the warning of a message expression that failed. True when that changed
    /// something.
    mutating func noteMessage(_ sentence: String?) -> Bool {
        warnings.set(.messageFailed, sentence)
    }

    /// Ceases to judge and forgets all state.
    mutating func stop(in catalog: FenceCatalog, into sink: inout Sink) {
        guard status != .stopped else { return }
        let wasJudging = status == .started || status == .paused
        let inside = insideNumbers(in: catalog)
        interruption = nil
        change(to: .stopped, into: &sink)
        if wasJudging {
            for number in inside {
                closeVisit(number, "because the monitor stops", in: catalog, into: &sink)
            }
            var diagnostic = Diagnostic(kind: .monitorStopped, message: "Monitor \(name) stopped")
            diagnostic.monitor = name
            diagnostic.inside = inside.map(catalog.id)
            diagnostic.decidedAt = sink.feedTime
            sink.outbox.put(.event(.diagnostic(diagnostic)))
        }
        discardStates(after: sink.fixNumber)
        warnings.removeAll()
        sink.outbox.put(.warnings([], monitor: name))
        sink.outbox.save(.forgetMonitor(id))
        sink.outbox.save(.monitor(id, status))
    }

    /// Ceases to judge and keeps the state.
    mutating func pause(in catalog: FenceCatalog, into sink: inout Sink) {
        guard status == .started else { return }
        // The first fix afterwards ends the pause, so it must be evaluated.
        nearby.invalidate()
        if interruption == nil, let lastFix = sink.lastFix {
            loseLackingFences(by: lastFix.update, in: catalog)
            interruption = Adrift(since: lastFix)
        }
        for number in states.numbers where states[number]?.heldSince == nil {
            states[number]?.heldSince = sink.lastFix?.boot
        }
        change(to: .paused, into: &sink)
        sink.outbox.save(.monitor(id, status))
        saveRecords(in: catalog, into: &sink) { _ in true }
    }

    /// Judges again; what happened in between is late.
    mutating func resume(into sink: inout Sink) {
        guard status == .paused else { return }
        journal.begin(after: sink.fixNumber)
        change(to: .started, into: &sink)
        sink.outbox.save(.monitor(id, status))
    }

    /// The numbers of the fences that are inside, in order of id.
    func insideNumbers(in catalog: FenceCatalog) -> [FenceNumber] {
        let numbers = states.compactMap { $1.reported == .inside ? $0 : nil }
        return numbers.map { ($0, catalog.id($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// Works out the rules of all fences.
    ///
    /// - Parameter time: now, on the time scale of the feed; nil where no fix has told it: what had
    ///   opened, closed or expired stays so until one does.
    mutating func resolve(
        level: KindDefaults, global: KindDefaults, in catalog: FenceCatalog, at time: UTCInstant?
    ) {
        setKinds(level: level, global: global)
        let expired = Set(rules.lazy.filter(\.isExpired).compactMap(\.expiresAt))
        let wasOpen = wasOpen
        hours = catalog.settings.map { OpeningHours(of: $0, under: definition) }
        rules = zip(catalog.settings, hours).map { settings, hours in
            var rules = JudgingRules(
                definition: definition, level: level, global: global, settings: settings)
            rules.hasSchedule = hours != nil
            rules.isExpired = rules.expiresAt.map(expired.contains) ?? false
            if let time {
                rules.isExpired = rules.isExpired || rules.hasExpired(by: time)
                rules.isOpen = hours?.isOpen(at: time)
            } else {
                rules.isOpen = hours.flatMap { wasOpen[$0] }
            }
            return rules
        }
        needsAltitude = rules.contains(where: \.altitude.isAny)
        reviewFloorMaps()
        reach_m = greatestReach(in: catalog)
        leastDwellGap_s = rules.lazy.compactMap(\.dwellMaxGap_s).min() ?? .infinity
        nearby.invalidate()
        clockEdge = ClockEdge(of: rules, hours, after: time)
    }

    /// Which hours are open, and which are not, as far as somebody has looked.
    private var wasOpen: [OpeningHours: Bool] {
        var wasOpen: [OpeningHours: Bool] = [:]
        for (hours, rules) in zip(hours, rules) where rules.isEnabled && !rules.isExpired {
            if let hours { wasOpen[hours] = rules.isOpen }
        }
        return wasOpen
    }

    /// Metres beyond its outline at which any fence may have its threshold, without accuracy.
    private func greatestReach(in catalog: FenceCatalog) -> Double {
        rules.reduce(0) { reach_m, rules in
            let tolerance_m =
                rules.hasTolerance
                ? rules.widestTolerance * (catalog.greatestRadius_m + rules.buffer_m) : 0
            return max(reach_m, rules.enterOffset_m + tolerance_m, rules.exitOffset_m + tolerance_m)
        }
    }

    /// Why the definition cannot run, in a sentence; nil when it can.
    var problem: String? {
        var problems = definition.message?.problems ?? []
        if !(definition.buffer_m >= 0) || !definition.buffer_m.isFinite {
            problems.append("buffer_m is \(definition.buffer_m); use 0 or more")
        }
        if definition.confirmEnter.fixes < 1 || definition.confirmExit.fixes < 1 {
            problems.append("a confirmation needs at least 1 fix")
        }
        let unknown = definition.actions.filter { !definition.requestedActions.contains($0) }
        if !unknown.isEmpty {
            problems.append("actions \(unknown) are not among requested_actions; add them there")
        }
        if let dwell_s = definition.dwell_s, !(dwell_s > 0) {
            problems.append("dwell_s is \(dwell_s); use more than 0")
        }
        if definition.timeZone == nil {
            problems.append("its time_zone is not known here; give a rule or an offset")
        }
        if let repeat_s = definition.dwellRepeat_s, !(repeat_s >= 1) {
            problems.append("dwell_repeat_s is \(repeat_s); use 1 or more")
        }
        guard !problems.isEmpty else { return nil }
        return "monitor '\(name)' cannot start: \(problems.joined(separator: "; "))"
    }

    private mutating func fail(
        _ code: MonitorWarning.Code, _ sentence: String, into sink: inout Sink
    ) {
        _ = warnings.set(code, sentence)
        change(to: .failedToStart, into: &sink)
        sink.outbox.put(.warnings(warnings.warnings, monitor: name))
        note(.monitorFailed, sentence, into: &sink)
    }

    mutating func change(to status: MonitorStatus, into sink: inout Sink) {
        self.status = status
        sink.outbox.put(.status(status, monitor: name))
    }

    func note(_ kind: Diagnostic.Kind, _ message: String, into sink: inout Sink) {
        var diagnostic = Diagnostic(kind: kind, message: message)
        diagnostic.monitor = name
        diagnostic.source = definition.source
        diagnostic.decidedAt = sink.feedTime
        sink.outbox.put(.event(.diagnostic(diagnostic)))
    }

    /// Tells that a stay ended without an exit that was seen.
    func closeVisit(
        _ number: FenceNumber, _ reason: String, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        guard let visit = states[number]?.visit else { return }
        var diagnostic = label.end(
            of: visit, in: catalog.label(number), .unfinished, "ends unfinished \(reason)",
            at: sink.feedTime)
        diagnostic.wasInside = true
        sink.outbox.put(.event(.diagnostic(diagnostic)))
    }
}
