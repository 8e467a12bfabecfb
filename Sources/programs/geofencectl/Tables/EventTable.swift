internal import Chronology
internal import ControlProtocol
internal import Suggestions

/// Events as text for people.
enum EventTable {
    /// Returns one line of a stream: time, type, monitor, fence, and remarks. The message of a transition
    /// follows on a line of its own, unless it is the standard sentence and `withMessages` is false.
    static func line(
        _ event: EventRecord, units: Units, color: Bool = Terminal.hasColor,
        withMessages: Bool = false
    ) -> String {
        let time = TimeText.seconds(event.crossed_at ?? event.decided_at ?? event.emitted_at)
        var parts = [
            padded(time, 20), tint(padded(event.type, 15), event.type, color),
            padded(event.monitor ?? event.source ?? "-", 18),
            event.fence.map { printable(FenceTable.label(id: $0, name: event.fence_name ?? $0)) }
                ?? "",
        ].filter { !$0.isEmpty }
        let remarks = remarks(event, units: units)
        if !remarks.isEmpty { parts.append("[" + remarks.joined(separator: ", ") + "]") }
        var message = event.message.map(printable) ?? ""
        if !event.isTransition || event.fence == nil {
            if !message.isEmpty { parts.append(message) }
            message = ""
        }
        let isShown = !message.isEmpty && (withMessages || event.message != standardMessage(event))
        return parts.joined(separator: "  ") + "\n" + (isShown ? "    \(message)\n" : "")
    }

    /// The sentence of a monitor without a message of its own.
    private static func standardMessage(_ event: EventRecord) -> String {
        let type = event.type.prefix(1).uppercased() + event.type.dropFirst()
        return "\(type) \(event.fence_name ?? "") (monitor \(event.monitor ?? ""))"
    }

    private static func remarks(_ event: EventRecord, units: Units) -> [String] {
        var remarks: [String] = []
        // An event without a fix, such as the start of a monitor, has its own time.
        if event.lat != nil, event.crossed_at == nil, event.decided_at == nil,
            event.emitted_at != nil
        {
            remarks.append("time of arrival")
        }
        if let error = event.crossed_at_error_s, error >= 0.05 {
            // Without a crossing time the line starts with the time of the decision, which is
            // after the crossing.
            remarks.append(
                event.crossed_at == nil
                    ? "up to \(TimeText.span(2 * error)) before" : "±\(TimeText.span(error))")
        }
        if let delay = delay(event) { remarks.append("emitted \(TimeText.span(delay)) later") }
        for (word, holds) in [
            ("initial", event.initial), ("inferred", event.inferred), ("deferred", event.deferred),
            ("late", event.late), ("history", event.history), ("jump", event.jump),
        ] where holds { remarks.append(word) }
        if let cause = event.cause { remarks.append(cause) }
        // The distance to a moved or removed fence is not the distance of the exit.
        let isOfOldPlace =
            event.type == EventType.exited.rawValue && event.cause != nil
            && event.distance_m ?? 0 <= 0
        if isOfOldPlace, event.cause == EventType.fenceChanged.rawValue {
            remarks.append("moved")
        }
        if event.isTransition, !isOfOldPlace, let distance = event.distance_m {
            remarks.append("distance \(units.length(distance))")
        }
        if let toggles = event.suppressed_toggles, toggles > 0 {
            remarks.append(counted(toggles, "toggle") + " suppressed")
        }
        if let actions = event.actions, !actions.isEmpty {
            remarks.append("actions " + actions.joined(separator: " "))
        }
        return remarks.map(printable)
    }

    /// Returns the seconds from the crossing to the emission; nil below one second.
    private static func delay(_ event: EventRecord) -> Double? {
        guard event.isTransition, let crossed = event.crossed_at.flatMap(UTCInstant.init(rfc3339:)),
            let emitted = event.emitted_at.flatMap(UTCInstant.init(rfc3339:))
        else { return nil }
        let delay = emitted.seconds(since: crossed)
        return delay >= 1 ? delay : nil
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        let text = printable(text)
        return text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Colours the text: green for an enter, yellow for an exit.
    private static func tint(_ text: String, _ type: String, _ color: Bool) -> String {
        guard color else { return text }
        switch EventType(rawValue: type) {
        case .entered: return Style.green.text(text)
        case .exited: return Style.yellow.text(text)
        default: return text
        }
    }
}

extension Gap {
    /// The missing events, as a sentence.
    var sentence: String {
        switch reason {
        case "reset":
            "the events from \(from_seq) on were not sent: a new log was begun, which counts from 1"
                + " again; how many are missing is not known."
        default:
            "events \(from_seq) to \(to_seq) were not sent (\(printable(reason)))."
        }
    }
}
