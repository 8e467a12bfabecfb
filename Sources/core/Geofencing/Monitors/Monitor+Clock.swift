import Chronology
import Fixes

extension Monitor {
    /// Exits the fences that have expired or closed, and discards the states of the fences that
    /// have opened: they begin as at a start.
    ///
    /// - Parameters:
    ///   - time: now, on the time scale of the source.
    ///   - fix: the number of the last evaluated fix.
    /// - Returns: the indices of the settings whose fences have opened.
    mutating func passClockEdge(
        at time: UTCInstant, after fix: Int, in catalog: FenceCatalog, into sink: inout Sink
    ) -> Set<Int> {
        let expired = expire(at: time)
        var closed: Set<Int> = []
        var opened: Set<Int> = []
        for settings in evaluator.rules.indices {
            let isOpen = evaluator.rules.hours[settings]?.isOpen(at: time)
            guard isOpen != evaluator.rules[settings].isOpen else { continue }
            // At the first known time, an open fence continues with the state that an earlier run
            // saved.
            let isFirstTime = evaluator.rules[settings].isOpen == nil
            evaluator.rules[settings].isOpen = isOpen
            if isOpen == false {
                closed.insert(settings)
            } else if !isFirstTime {
                opened.insert(settings)
                evaluator.states.defaults[settings] = DefaultState()
            }
        }
        evaluator.nearby.invalidate()
        clockEdge = ClockEdge(of: evaluator.rules.list, evaluator.rules.hours, after: time)
        if !(expired.isEmpty && opened.isEmpty && closed.isEmpty) {
            evaluator.states.journal.begin(after: fix)
        }
        if !expired.isEmpty { reportExpired(expired, in: catalog, into: &sink) }
        for number in evaluator.states.numbers {
            let settings = catalog.settingsIndex(number)
            if opened.contains(settings) { evaluator.states[number] = nil }
            if expired.contains(settings) || closed.contains(settings) {
                dismiss(number, in: catalog, into: &sink)
            }
        }
        if !opened.isEmpty { saveRecords(in: catalog, into: &sink) }
        return opened
    }

    /// Evaluates the fences of some settings with an earlier fix, as at a start.
    mutating func evaluate(
        _ settings: Set<Int>, by step: Step, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        guard status == .started else { return }
        if evaluator.evaluate(settings, by: step, in: catalog, into: &sink) {
            saveAgain(in: catalog, into: &sink)
        }
    }

    /// Restores the fences that had expired by a time that proved wrong. They begin as at a start.
    ///
    /// - Parameter time: now, on the new time scale of the source.
    mutating func reviveFences(at time: UTCInstant) {
        for settings in evaluator.rules.indices where evaluator.rules[settings].isExpired {
            guard let end = evaluator.rules[settings].expiresAt, end > time else { continue }
            evaluator.rules[settings].isExpired = false
            evaluator.states.defaults[settings] = DefaultState()
            clockEdge = .atFirstTime
        }
    }

    /// Marks the fences that had expired by the last fix of an earlier run: that run reported and
    /// exited them.
    ///
    /// Fences with a known side in `records` are not marked. They have expired only by an edit
    /// since then, and the first fix reports that.
    mutating func takeUpExpired(
        by time: UTCInstant, except records: [FenceRecord], in catalog: FenceCatalog
    ) {
        let numbers = records.lazy.filter { $0.reported != .unknown }
            .compactMap { catalog.number(of: $0.fence) }
        let open = Set(numbers.map(catalog.settingsIndex))
        for settings in evaluator.rules.indices {
            evaluator.rules[settings].isExpired =
                !open.contains(settings) && evaluator.rules[settings].hasExpired(by: time)
        }
        clockEdge = ClockEdge(of: evaluator.rules.list, evaluator.rules.hours, after: nil)
    }

    private func reportExpired(
        _ expired: Set<Int>, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        // Save the last fix too, so that the expiry is not reported again after a power cut.
        noteEventContext(in: catalog, into: &sink)
        for number in catalog.numbersByID where expired.contains(catalog.settingsIndex(number)) {
            emit(
                .fenceExpired, catalog.id(number),
                wasInside: evaluator.states[number]?.reported == .inside, "has expired", into: &sink
            )
        }
    }

    /// Marks the settings whose fences have just expired, and returns their indices.
    private mutating func expire(at time: UTCInstant) -> Set<Int> {
        let due = evaluator.rules.indices.filter {
            !evaluator.rules[$0].isExpired && evaluator.rules[$0].hasExpired(by: time)
        }
        for settings in due { evaluator.rules[settings].isExpired = true }
        return Set(due)
    }
}
