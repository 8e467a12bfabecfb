import Chronology

/// `FenceSettings` in a form that can lie in a file; its schedule lies beside it as text.
///
/// Any bytes can be read: a word that stands for nothing counts as not given.
struct SettingsRecord: BitwiseCopyable, Sendable {
    /// Which of the values below are given, a bit for each in their order.
    private var given: UInt32 = 0
    /// 0 global, 1 level; bit 1: enabled.
    private var words: UInt32 = 0
    private var floor: Int64 = 0
    private var measures = InlineArray<15, Double>(repeating: 0)
    private var expiresAt_ns: Int64 = 0

    /// More than any of the measures may be; seconds beyond it lead out of the scales of time.
    private static let greatest = 1e9

    private enum Bit: UInt32 {
        case kind, floor, enabled, expiresAt, schedule
        /// The first of the measures.
        case measures
    }

    init(_ settings: FenceSettings) {
        if let kind = settings.kind {
            give(Bit.kind.rawValue)
            words |= kind == .level ? 1 : 0
        }
        if let floor = settings.floor {
            give(Bit.floor.rawValue)
            self.floor = Int64(floor)
        }
        if let enabled = settings.enabled {
            give(Bit.enabled.rawValue)
            words |= enabled ? 2 : 0
        }
        if let expiresAt = settings.expiresAt {
            give(Bit.expiresAt.rawValue)
            expiresAt_ns = expiresAt.nanoseconds
        }
        if settings.schedule != nil { give(Bit.schedule.rawValue) }
        let given = [
            settings.buffer_m, settings.toleranceEnter, settings.toleranceExit,
            settings.ignorePeriod_s, settings.dwell_s, settings.altitudeMinimum_m,
            settings.altitudeMaximum_m, settings.toleranceEnter_m, settings.toleranceExit_m,
            settings.confirmEnter.map { Double($0.fixes) }, settings.confirmEnter?.seconds,
            settings.confirmExit.map { Double($0.fixes) }, settings.confirmExit?.seconds,
            settings.dwellRepeat_s, settings.dwellMaxGap_s,
        ]
        for (index, measure) in given.enumerated() {
            guard let measure else { continue }
            give(Bit.measures.rawValue + UInt32(index))
            measures[index] = measure
        }
    }

    /// The settings, with a schedule of that text.
    func settings(schedule text: String) -> FenceSettings {
        var settings = FenceSettings()
        if isGiven(Bit.kind.rawValue) { settings.kind = words & 1 == 0 ? .global : .level }
        if isGiven(Bit.floor.rawValue) { settings.floor = Int(floor) }
        if isGiven(Bit.enabled.rawValue) { settings.enabled = words & 2 != 0 }
        if isGiven(Bit.expiresAt.rawValue) {
            settings.expiresAt = UTCInstant(nanoseconds: expiresAt_ns)
        }
        if isGiven(Bit.schedule.rawValue) { settings.schedule = WeeklySchedule(text: text) }
        settings.buffer_m = measure(0)
        settings.toleranceEnter = measure(1)
        settings.toleranceExit = measure(2)
        settings.ignorePeriod_s = measure(3)
        settings.dwell_s = measure(4)
        settings.altitudeMinimum_m = measure(5)
        settings.altitudeMaximum_m = measure(6)
        settings.toleranceEnter_m = measure(7)
        settings.toleranceExit_m = measure(8)
        settings.confirmEnter = confirmation(9)
        settings.confirmExit = confirmation(11)
        settings.dwellRepeat_s = measure(13)
        settings.dwellMaxGap_s = measure(14)
        return settings
    }

    /// The confirmation whose fixes and seconds are two measures.
    private func confirmation(_ index: Int) -> Confirmation? {
        guard let fixes = measure(index), let seconds = measure(index + 1) else { return nil }
        return Confirmation(fixes: Int(fixes), seconds: seconds)
    }

    private mutating func give(_ bit: UInt32) { given |= 1 << bit }

    private func measure(_ index: Int) -> Double? {
        guard isGiven(Bit.measures.rawValue + UInt32(index)) else { return nil }
        let measure = measures[index]
        return measure.magnitude <= Self.greatest ? measure : nil
    }

    private func isGiven(_ bit: UInt32) -> Bool { given & 1 << bit != 0 }
}

extension WeeklySchedule {
    /// Its hours as they are written, one a line.
    var text: String { spans.map(\.text).joined(separator: "\n") }

    /// The schedule of such a text; lines that are no hours are passed over.
    init(text: String) {
        self.init(text.split(separator: "\n").compactMap { Span(String($0)) })
    }
}
