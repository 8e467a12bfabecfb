internal import Chronology
internal import ControlProtocol
internal import Suggestions

/// Visits as text for people.
enum VisitTable {
    /// Returns one row for each visit.
    static func text(_ visits: [VisitRecord]) -> String {
        var table = Table([
            ("FENCE", .left), ("MONITOR", .left), ("ENTERED", .left), ("EXITED", .left),
            ("DURATION", .right), ("REMARKS", .left),
        ])
        for visit in visits {
            table.add([
                FenceTable.label(id: visit.fence, name: visit.fence_name),
                visit.monitor, entered(visit), ended(visit), duration(visit),
                remarks(visit),
            ])
        }
        return table.text(otherwise: "There are no visits.")
    }

    private static func entered(_ visit: VisitRecord) -> String {
        if visit.entered_at == nil, let before = visit.entered_before {
            return "before " + TimeText.seconds(before)
        }
        return TimeText.seconds(visit.entered_at, orArrival: visit.entered_emitted_at)
    }

    private static func ended(_ visit: VisitRecord) -> String {
        visit.exited_at == nil && visit.exited_emitted_at == nil
            ? visit.end
            : TimeText.seconds(visit.exited_at, orArrival: visit.exited_emitted_at)
    }

    private static func duration(_ visit: VisitRecord) -> String {
        if visit.duration_s == nil, let least = visit.duration_min_s {
            return "≥ " + TimeText.span(least)
        }
        if visit.duration_s == nil, let arrivals = arrivals_s(visit) {
            return "≈ " + TimeText.span(arrivals)
        }
        guard let duration = visit.duration_s else { return "-" }
        let error = visit.duration_error_s ?? 0
        return TimeText.span(duration) + (error >= 0.05 ? " ±\(TimeText.span(error))" : "")
    }

    /// Returns the seconds between the emission of the two events, as an estimate where receiver
    /// times are unknown.
    private static func arrivals_s(_ visit: VisitRecord) -> Double? {
        guard let entered = visit.entered_emitted_at.flatMap({ UTCInstant(rfc3339: $0) }),
            let exited = visit.exited_emitted_at.flatMap({ UTCInstant(rfc3339: $0) }),
            entered <= exited
        else { return nil }
        return exited.seconds(since: entered)
    }

    private static func remarks(_ visit: VisitRecord) -> String {
        var remarks: [String] = []
        if visit.inferred { remarks.append("inferred") }
        if visit.dwelled { remarks.append("dwelled") }
        if visit.suppressed_toggles > 0 {
            remarks.append(counted(visit.suppressed_toggles, "toggle") + " suppressed")
        }
        return remarks.joined(separator: ", ")
    }
}

/// The explanation of a fence as text.
enum ExplanationTable {
    /// Returns a block for each chain, then the note.
    static func text(_ answer: FenceExplanations) -> String {
        var blocks = answer.explanations.map { text($0) }
        if let note = answer.note { blocks.append(printable(note) + "\n") }
        return blocks.joined(separator: "\n")
    }

    /// Returns the message that no fix explains the fence.
    static func none(of fence: String) -> String {
        "No stored fix was used to evaluate fence \(printable(fence))."
    }

    private static func text(_ chain: FenceExplanations.Chain) -> String {
        var listing = Listing()
        listing.add("fence", "\(chain.fence) under monitor \(chain.monitor)")
        listing.add("time", TimeText.seconds(chain.time))
        for step in chain.steps { listing.add(step.subject, step.finding) }
        listing.add("result", chain.result)
        return listing.text
    }
}
