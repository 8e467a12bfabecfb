import Chronology
import JSONText

extension JSONReader {
    /// The maximum number of spans: more than twice the 168 hours of a week are not a schedule.
    private static let mostSpans = 336

    /// Reads `schedule`. The reason of a refusal is a predicate of the key.
    mutating func schedule() throws -> WeeklySchedule {
        let hint = "give hours such as [\"Mon-Fri 07:00-18:30\"]"
        guard try kind() == .array else { throw Refusal("is not an array", hint: hint) }
        var spans: [WeeklySchedule.Span] = []
        var walk = try openArray()
        while try hasElement(&walk) {
            guard try kind() == .string else { throw Refusal("must hold strings", hint: hint) }
            let text = try string()
            guard let span = WeeklySchedule.Span(text) else {
                throw Refusal(
                    "holds \"\(text)\", which is not a time span",
                    hint: WeeklySchedule.Span.advice(for: text))
            }
            spans.append(span)
        }
        guard !spans.isEmpty, spans.count <= Self.mostSpans else {
            throw Refusal("holds \(spans.count) entries", hint: hint)
        }
        return WeeklySchedule(spans)
    }
}
