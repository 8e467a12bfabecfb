import Chronology

/// When a fence is evaluated: weekly hours in a time zone.
struct OpeningHours: Sendable, Hashable {
    var schedule: WeeklySchedule
    var zone: ZoneRule

    /// Whether the fence is evaluated at that instant.
    func isOpen(at time: UTCInstant) -> Bool { schedule.isOpen(at: time, in: zone) }

    /// Returns the next instant after `time` at which the fence opens or closes. If there is none
    /// within eight days, returns an instant that is not later than the next change.
    func nextChange(after time: UTCInstant) -> UTCInstant {
        schedule.nextChange(after: time, in: zone)
    }
}

extension OpeningHours {
    /// Creates the hours of a fence with such settings; nil for a fence that is always evaluated.
    init?(of settings: FenceSettings, under definition: MonitorDefinition) {
        guard let schedule = settings.schedule ?? definition.schedule else { return nil }
        self.init(schedule: schedule, zone: definition.timeZone ?? .utc)
    }
}
