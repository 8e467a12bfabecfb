internal import ControlProtocol
internal import Suggestions

/// Consumers as text for people.
enum ConsumerTable {
    /// Returns one row for each consumer.
    static func rows(_ consumers: [ConsumerRecord]) -> String {
        var table = Table([
            ("CONSUMER", .left), ("STATE", .left), ("BEHIND", .right), ("OLDEST", .right),
            ("PARKED", .right), ("ACKNOWLEDGED", .left), ("LAST ERROR", .left),
        ])
        for consumer in consumers {
            table.add([
                consumer.name, state(consumer),
                "\(consumer.lag)", TimeText.span(consumer.oldest_age_s), "\(consumer.parked)",
                TimeText.seconds(consumer.acknowledged_at),
                consumer.waiting.map { "waits: \($0)" } ?? consumer.error ?? "-",
            ])
        }
        return table.text(otherwise: "There are no consumers.")
    }

    /// Returns one consumer with its parked events.
    static func text(_ consumer: ConsumerRecord) -> String {
        var listing = Listing()
        listing.add("Consumer", consumer.name)
        listing.add("State", state(consumer))
        listing.add("Cursor", consumer.cursor)
        listing.add("Behind", behind(consumer))
        listing.add("Waiting", consumer.waiting)
        listing.add("Made", consumer.created_at.map { TimeText.seconds($0) })
        listing.add("Last connected", consumer.seen_at.map { TimeText.seconds($0) })
        listing.add("Last acknowledged", consumer.acknowledged_at.map { TimeText.seconds($0) })
        listing.add(
            "Last error",
            consumer.error.map { "\($0) (\(TimeText.seconds(consumer.error_at)))" })
        listing.add("Parked", counted(consumer.parked, "event"))
        var text = listing.text
        for event in consumer.parked_events ?? [] {
            text += "  \(printable(event.event_id)): \(printable(event.reason))\n"
        }
        return text
    }

    /// `42 events, the oldest 12 min old; 3 % of what the log keeps`.
    ///
    /// - Parameter word: the text after the number of events.
    static func behind(_ consumer: ConsumerRecord, _ word: String = "") -> String {
        var text = counted(Int(consumer.lag), "event") + word
        if consumer.lag > 0, let age = consumer.oldest_age_s {
            text += ", the oldest \(TimeText.span(age)) old"
        }
        let share = Int((consumer.retention_share * 100).rounded(.down))
        return share > 0 ? text + "; \(share) % of what the log keeps" : text
    }

    private static func state(_ consumer: ConsumerRecord) -> String {
        consumer.state + (consumer.absent ? ", absent" : "")
    }
}
