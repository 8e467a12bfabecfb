import Chronology
import Fixes

extension Monitor {
    /// The status to save; nil where `autostart` restores the same status.
    var statusToSave: MonitorStatus? {
        switch status {
        case .started, .failedToStart: definition.autostart ? nil : .started
        case .stopped: definition.autostart ? .stopped : nil
        case .paused: .paused
        case .starting: nil
        }
    }

    /// Restores the records of an earlier run. A fence that is now evaluated in another way begins
    /// unknown.
    ///
    /// If the monitor has already evaluated fences, its states are newer than the records. Then
    /// only the visits of the records are closed.
    ///
    /// - Parameters:
    ///   - evaluated: the fences that the earlier run had evaluated; nil while no class was
    ///     complete.
    ///   - lastFix: the last fix of the earlier run.
    ///   - isOfThisBoot: whether the machine has not been rebooted since.
    mutating func restore(
        _ records: [FenceRecord], evaluated: EvaluatedFences?, lastFix: LastFix?,
        isOfThisBoot: Bool,
        in catalog: FenceCatalog, into sink: inout Sink
    ) {
        guard !hasEvaluated else {
            for record in records { sink.closeVisit(record.visit, of: record.fence, under: name) }
            return
        }
        let lastTime = lastFix?.time_ns.map(UTCInstant.init(nanoseconds:))
        if let lastTime { takeUpExpired(by: lastTime, except: records, in: catalog) }
        let now = sink.now
        let unknownSince = { (since: SavedInstant) in
            UnknownSince(since, before: lastFix, isOfThisBoot: isOfThisBoot, at: now)
        }
        if let evaluated {
            takeUp(evaluated, at: lastTime, in: catalog, unknownSince: unknownSince)
        }
        evaluator.nearby.invalidate()
        for record in records {
            guard let number = catalog.number(of: record.fence),
                record.fenceHash == catalog.label(number).hash(under: label),
                evaluator.rules.isOn(number, in: catalog)
            else {
                sink.closeVisit(record.visit, of: record.fence, under: name)
                if let number = catalog.number(of: record.fence),
                    evaluator.rules.isOn(number, in: catalog)
                {
                    evaluator.states[number] = FenceState(.unknown)
                }
                sink.outbox.save(.forgetFence(monitor: id, fence: record.fence))
                continue
            }
            evaluator.states[number] = FenceState(
                record, after: lastFix, isOfThisBoot: isOfThisBoot, at: now)
            if let visit = record.visit { resumed.insert(visit) }
        }
        // Kind switches and pauses were restored first, and they saved the monitor without these
        // states.
        saveRecords(in: catalog, into: &sink)
    }

    /// Whether the monitor has determined the side of any fence in this run.
    private var hasEvaluated: Bool {
        evaluator.states.defaults.contains(where: \.isOutside)
            || evaluator.states.contains { $1.reported != .unknown }
    }

    /// Discards all restored states because too much time has passed. The next evaluated fix begins
    /// as at a start.
    mutating func discardRestored(in catalog: FenceCatalog, into sink: inout Sink) {
        guard isEvaluating else { return }
        for number in evaluator.insideNumbers(in: catalog) {
            sink.closeVisit(visitName(number, in: catalog), of: catalog.id(number), under: name)
        }
        sink.outbox.save(.forgetMonitor(id))
        discardStates(after: sink.fixNumber - 1)
    }

    /// Reports which visits of the earlier run continue, as far as fixes have shown it.
    mutating func reportResumed(in catalog: FenceCatalog, into sink: inout Sink) {
        if !resumed.isEmpty { reportAwaited(in: catalog, into: &sink) }
    }

    private mutating func reportAwaited(in catalog: FenceCatalog, into sink: inout Sink) {
        let awaited = resumed
        resumed.removeAll()
        for number in evaluator.insideNumbers(in: catalog) {
            guard let visit = visitName(number, in: catalog), awaited.contains(visit) else {
                continue
            }
            guard evaluator.states[number]?.isSeenInside == true else {
                resumed.insert(visit)
                continue
            }
            var diagnostic = Diagnostic(
                kind: .resumed,
                message: "The visit to \(catalog.label(number).name) continues from before the "
                    + "restart (monitor \(name))", monitor: name, fence: catalog.id(number),
                visit: visit, at: sink.feedTime)
            diagnostic.wasInside = true
            sink.outbox.explain(diagnostic)
        }
    }

    private func visitName(_ number: FenceNumber, in catalog: FenceCatalog) -> VisitName? {
        evaluator.states[number]?.visit?.name(of: catalog.label(number), under: label)
    }
}

extension Sink {
    /// Reports that a visit from before the restart is over, and that its end was not observed.
    mutating func closeVisit(_ visit: VisitName?, of fence: String, under monitor: String) {
        guard let visit else { return }
        var diagnostic = Diagnostic(
            kind: .visitClosed,
            message: "The visit to \(fence) from before the restart has ended at an unknown time "
                + "(monitor \(monitor))", monitor: monitor, fence: fence, visit: visit)
        diagnostic.visitEnd = .unknown
        diagnostic.wasInside = true
        outbox.put(.event(.diagnostic(diagnostic)))
    }
}

extension FenceState {
    /// Restores the state of a saved record. It is unknown since the last determinate fix, if there
    /// was one.
    ///
    /// After a reboot the length of the downtime is unknown. The ignore period then continues with
    /// the time that remained when the record was saved.
    fileprivate init(
        _ record: FenceRecord, after lastFix: LastFix?, isOfThisBoot: Bool, at now: BootInstant
    ) {
        let last = record.unknownSince ?? lastFix.map(SavedInstant.init(of:))
        self.init(
            reported: record.reported, raw: record.raw,
            since: Crossing(
                record.suppressed,
                at: record.rawChangedAt_ns.map(UTCInstant.init(nanoseconds:)),
                isOfThisBoot: isOfThisBoot, now: now))
        suppressedToggles = record.suppressedToggles
        if raw != .unknown {
            unknownSince = last.map {
                UnknownSince($0, before: lastFix, isOfThisBoot: isOfThisBoot, at: now)
            }
        }
        let recordedAt = BootInstant(nanoseconds: record.recordedAt_ns)
        let away_s = isOfThisBoot ? max(0, now.seconds(since: recordedAt)) : 0
        let rest_s = (record.window_s ?? 0) - away_s
        if rest_s > 0 {
            window = .open(until: now.advanced(bySeconds: rest_s))
        } else if isSuppressing {
            // The record was saved between the end of the ignore period and its timer, which would
            // have reported the suppressed change.
            window = .overdue
        }
        guard record.reported == .inside || record.raw == .inside else { return }
        visit = record.visit.map {
            Visit(named: $0, enteredAt: record.enteredAt_ns.map(UTCInstant.init(nanoseconds:)))
        }
        let stayed_ns = max(0, (last?.boot_ns ?? 0) - record.recordedAt_ns)
        dwell = DwellClock(
            dwelt_s: record.dwelt_s + Double(stayed_ns) / 1e9, sent: record.dwellsSent)
    }
}
