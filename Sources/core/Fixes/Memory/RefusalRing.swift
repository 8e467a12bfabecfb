package import Chronology
package import Geodesy

/// The last 600 fixes that one source refused, for explanations.
package struct RefusalRing: Sendable {
    /// Ten minutes of a receiver that sends the same fix every second.
    static let capacity = 600

    /// A fix that was refused.
    package struct Entry: Sendable {
        /// The reported place.
        package var position: Coordinate
        /// The reported receiver time; nil when the fix has none.
        package var time: UTCInstant?
        /// The reported speed in metres per second; nil when the fix has none.
        var speed_mps: Double?
        /// The instant at which the fix arrived.
        package var boot: BootInstant
        /// The reason of the refusal.
        package var reason: FixRefusal
    }

    private var entries: [Entry] = []
    private var oldest = 0

    mutating func add(_ update: LocationUpdate, at boot: BootInstant, _ reason: FixRefusal) {
        let entry = Entry(
            position: update.position, time: update.time, speed_mps: update.speed_mps,
            boot: boot, reason: reason)
        if entries.count < Self.capacity {
            entries.append(entry)
        } else {
            entries[oldest] = entry
            oldest = (oldest + 1) % Self.capacity
        }
    }

    /// The last refused fix.
    package var last: Entry? {
        entries.isEmpty ? nil : entries[(oldest + entries.count - 1) % entries.count]
    }

    /// Returns the refused fixes that arrived from `start` on and before `end`, in their order.
    package func entries(from start: BootInstant, before end: BootInstant?) -> [Entry] {
        let ordered = entries[oldest...] + entries[..<oldest]
        return ordered.filter {
            start <= $0.boot && end.map { [boot = $0.boot] in boot < $0 } ?? true
        }
    }

    /// Returns the refused fix with the latest receiver time that is not after `time`.
    package func last(at time: UTCInstant) -> Entry? {
        (entries[oldest...] + entries[..<oldest])
            .filter { $0.time.map { $0 <= time } ?? false }
            .max { ($0.time?.nanoseconds ?? 0, $0.boot) < ($1.time?.nanoseconds ?? 0, $1.boot) }
    }
}
