import Chronology

/// When a fence is judged: a week's hours by the clock of a zone.
struct OpeningHours: Sendable, Hashable {
    var schedule: WeeklySchedule
    var zone: ZoneRule

    /// Whether the fence is judged at that instant.
    func isOpen(at time: UTCInstant) -> Bool { schedule.isOpen(at: time, in: zone) }

    /// The next instant after `time` at which that changes; where it does not within eight days, an
    /// instant not later than the next one.
    func nextChange(after time: UTCInstant) -> UTCInstant {
        schedule.nextChange(after: time, in: zone)
    }
}

extension OpeningHours {
    /// Those of a fence with such settings; nil for one that is judged always.
    init?(of settings: FenceSettings, under definition: MonitorDefinition) {
        guard let schedule = settings.schedule ?? definition.schedule else { return nil }
        self.init(schedule: schedule, zone: definition.timeZone ?? .utc)
    }
}
