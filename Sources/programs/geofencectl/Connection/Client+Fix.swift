internal import ControlProtocol

extension Client {
    /// Seconds after which an accepted fix no longer shows the present position.
    private static let greatestAge_s = 60.0

    /// Returns the last accepted fix of a source, or of the only source with a current one. Throws
    /// `noInput` for an unknown source, `checkFailed` without a fix in the last minute, and `usage`
    /// where several sources have one.
    func presentFix(of source: String?) throws -> FixRecord {
        let accepted = try lastFixes(FixQuery(source: source, accepted: true)).fixes
        let present = accepted.filter {
            $0.last_known != true && ($0.age_s ?? 0) <= Self.greatestAge_s
        }
        guard let fix = present.first else {
            let old = accepted.map {
                "the last accepted fix of \($0.source ?? "-") is of \(TimeText.span($0.age_s)) ago"
            }
            let refused = try lastFixes(FixQuery(source: source)).fixes.compactMap { fix in
                fix.refused.map { "the last fix of \(fix.source ?? "-") was refused (\($0))" }
            }
            let causes = (old + refused).joined(separator: "; ")
            throw CommandFailure(
                .checkFailed,
                "No source has a position now" + (causes.isEmpty ? "." : ": \(printable(causes))."),
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

    /// Returns the first accepted fix that is not marked as an old position; nil without one.
    func acceptedFix(of source: String?) throws -> FixRecord? {
        try lastFixes(FixQuery(source: source, accepted: true)).fixes
            .first { $0.last_known != true }
    }

    /// Returns the last fixes that a query selects. Throws `noInput` for an unknown source.
    func lastFixes(_ query: FixQuery) throws -> FixList {
        try suggesting(.sources, for: query.source ?? "") {
            try call(.fixLast, query, as: FixList.self)
        }
    }
}
