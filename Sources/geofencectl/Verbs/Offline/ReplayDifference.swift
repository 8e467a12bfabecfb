internal import Composition
internal import ControlProtocol

/// The differences between two configurations, for output.
struct ReplayDifference: Encodable {
    /// One event that is new, gone or at another time.
    struct Entry: Encodable {
        /// `gained`, `lost` or `moved`.
        var change: String
        /// Seconds from the old time to the new one, of a moved event.
        var shift_s: Double?
        /// The event; for a moved one, the new one.
        var event: EventRecord
        /// The old event of a moved one.
        var before: EventRecord?
    }

    /// Events that are new.
    var gained: [EventRecord]
    /// Events that are gone.
    var lost: [EventRecord]
    /// Events at another time.
    var moved: [Entry]
    /// Events that are the same.
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

    /// For people: a line for each change and one for the sum.
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
