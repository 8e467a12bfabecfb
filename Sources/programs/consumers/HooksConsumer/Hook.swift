internal import Consuming
internal import ControlProtocol

/// A program or unit that is run for events.
struct Hook: Sendable, Hashable {
    /// What is run.
    enum Work: Sendable, Hashable {
        /// A program with its arguments.
        case command([Template])
        /// A unit of systemd that is started.
        case unit(Template)
    }

    /// The name for the log and for parked events.
    var name: String
    /// The types of events.
    var types: Set<String>
    /// Patterns of the monitors; nil for all.
    var monitors: [String]?
    /// Patterns of the fence ids; nil for all.
    var fences: [String]?
    /// An action that the event requests; nil for any event.
    var action: String?
    var work: Work
    var rules: Rules

    /// How it is run.
    struct Rules: Sendable, Hashable {
        /// The user of a command.
        var user = "geofenced-hooks"
        /// Seconds until SIGTERM.
        var timeout_s = 30.0
        /// Seconds after which an event is skipped; 0 for never.
        var maximumAge_s = 300.0
        /// Further tries after exit 75 or a time-out.
        var retries = 3
        /// Whether it never runs twice for one event.
        var isAtMostOnce = false
        /// Whether it runs for several fences at once.
        var isParallel = false
        /// Memory in MiB; nil for a tenth of the machine's.
        var memory_MiB: Int?
        /// Processes at once.
        var tasks = 64
    }

    /// Whether it runs for an event.
    func matches(_ event: EventRecord) -> Bool {
        guard types.contains(event.type) else { return false }
        func fits(_ text: String?, _ patterns: [String]?) -> Bool {
            guard let patterns else { return true }
            guard let text else { return false }
            return patterns.contains { text.fits($0) }
        }
        if let action, !(event.actions ?? []).contains(action) { return false }
        return fits(event.monitor, monitors) && fits(event.fence, fences)
    }

    /// The name of the file of the environment when it starts a unit for an event; nil for a program.
    func environment(for event: EventRecord) -> String? {
        guard case .unit(let template) = work else { return nil }
        return UnitName.environmentFile(template.filled(event, escape: UnitName.escaped))
    }

    /// Returns when the event was emitted, or for a late one the earliest time at which it can have happened: seconds
    /// of the boot clock, negative before the machine started. The result is never later than now.
    ///
    /// - Parameters:
    ///   - system_s: now by the system clock, which the times of the event are compared with.
    ///   - boot_s: now by the boot clock.
    static func origin_s(of event: EventRecord, system_s: Double, boot_s: Double) -> Double {
        let isPast = event.late || event.history
        let time =
            isPast ? event.crossed_at ?? event.bracket?.before ?? event.decided_at : nil
        guard let seconds = EventTime.seconds(time ?? event.emitted_at) else { return boot_s }
        return boot_s - max(0, system_s - Double(seconds))
    }
}
