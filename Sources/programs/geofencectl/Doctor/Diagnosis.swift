/// The findings of `geofencectl doctor`.
struct Diagnosis: Equatable {
    /// The findings; causes come before their effects.
    var findings: [Finding]

    /// Whether no check failed; warnings are allowed.
    var isWell: Bool { findings.allSatisfy { $0.outcome != .fail } }

    /// Returns text for people: mark, finding and remedy.
    func text(_ marks: Marks) -> String {
        findings.map { finding in
            let fix = finding.fix.map { "\n    \(printable($0))" } ?? ""
            return "\(marks.mark(finding.outcome)) \(printable(finding.check)):"
                + " \(printable(finding.message))\(fix)\n"
        }.joined()
    }
}
