internal import ControlProtocol

extension Client {
    /// The present position of a source, or of the only one that has a position. Throws `noInput` for a source that
    /// does not exist, `checkFailed` where there is no position now, and `usage` where several sources have one.
    func presentFix(of source: String?) throws -> FixRecord {
        let fixes = try suggesting(.sources, for: source ?? "") {
            try call(.fixLast, FixQuery(source: source), as: FixList.self).fixes
        }
        let present = fixes.filter { $0.last_known != true }
        guard let fix = present.first else {
            let old = fixes.map {
                "the last one of \($0.source ?? "-") is of \(TimeText.span($0.age_s)) ago"
            }
            throw CommandFailure(
                .checkFailed,
                "No source has a position now"
                    + (old.isEmpty ? "." : ": \(printable(old.joined(separator: ", ")))."),
                hint: "Wait for one with: geofencectl wait --fix.")
        }
        guard present.count == 1 else {
            let names = present.compactMap(\.source).joined(separator: ", ")
            throw CommandFailure(
                .usage, "Several sources have a position: \(printable(names)).",
                hint: "Say which one with --source.")
        }
        return fix
    }
}
