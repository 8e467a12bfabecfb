internal import ControlProtocol
internal import Spelling

/// Visits as people read them.
enum VisitTable {
    /// One row a visit.
    static func text(_ visits: [VisitRecord]) -> String {
        var table = Table([
            ("FENCE", .left), ("MONITOR", .left), ("ENTERED", .left), ("EXITED", .left),
            ("DURATION", .right), ("REMARKS", .left),
        ])
        for visit in visits {
            table.add([
                FenceTable.label(id: visit.fence, name: visit.fence_name),
                visit.monitor, TimeText.seconds(visit.entered_at), ended(visit), duration(visit),
                remarks(visit),
            ])
        }
        return table.text(otherwise: "There are no visits.")
    }

    private static func ended(_ visit: VisitRecord) -> String {
        visit.exited_at == nil ? visit.end : TimeText.seconds(visit.exited_at)
    }

    private static func duration(_ visit: VisitRecord) -> String {
        guard let duration = visit.duration_s else { return "-" }
        let error = visit.duration_error_s ?? 0
        return TimeText.span(duration) + (error >= 0.05 ? " ±\(TimeText.span(error))" : "")
    }

    private static func remarks(_ visit: VisitRecord) -> String {
        var remarks: [String] = []
        if visit.inferred { remarks.append("inferred") }
        if visit.dwelled { remarks.append("dwelled") }
        if visit.suppressed_toggles > 0 {
            remarks.append(counted(visit.suppressed_toggles, "toggle") + " held back")
        }
        return remarks.joined(separator: ", ")
    }
}
