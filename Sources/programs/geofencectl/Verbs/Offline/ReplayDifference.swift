internal import Composition
internal import ControlProtocol

/// The differences between two configurations, for output.
struct ReplayDifference: Encodable {
    /// One event that is new, missing or at another time.
    struct Entry: Encodable {
        /// `gained`, `lost` or `moved`.
        var change: String
        /// Seconds from the old time to the new one of a moved event.
        var shift_s: Double?
        /// The event; for a moved event, the new one.
        var event: EventRecord
        /// The old event of a moved one.
        var before: EventRecord?
    }

    /// The new events.
    var gained: [EventRecord]
    /// The missing events.
    var lost: [EventRecord]
    /// The events at another time.
    var moved: [Entry]
    /// The number of equal events.
    var unchanged: Int

    init(_ comparison: ReplayComparison) {
        gained = comparison.gained
        lost = comparison.lost
        moved = comparison.moved.map {
            Entry(change: "moved", shift_s: $0.shift_s, event: $0.after, before: $0.before)
        }
        unchanged = comparison.unchangedCount
    }

    /// All changes, gained ones first.
    var entries: [Entry] {
        gained.map { Entry(change: "gained", event: $0) }
            + lost.map { Entry(change: "lost", event: $0) } + moved
    }

    /// Returns text for people: a line for each change, then totals.
    func text(units: Units) -> String {
        var text = ""
        for entry in entries {
            let line = EventTable.line(entry.event, units: units, color: false)
            if let shift = entry.shift_s {
                text += "~ \(line.dropLast())  moved by \(decimal(shift, 3)) s\n"
            } else {
                text += (entry.change == "gained" ? "+ " : "- ") + line
            }
        }
        let legend =
            entries.isEmpty
            ? "" : "+ only with --config, - only with --against, ~ with both, at another time\n"
        return legend + text
            + "\(gained.count) gained, \(lost.count) lost, \(moved.count) moved,"
            + " \(unchanged) unchanged\n"
    }
}
