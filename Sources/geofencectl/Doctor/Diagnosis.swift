/// The findings of `geofencectl doctor`.
struct Diagnosis: Equatable {
    /// In the order in which causes come before their effects.
    var findings: [Finding]

    /// Whether no check failed; warnings are allowed.
    var isWell: Bool { findings.allSatisfy { $0.outcome != .fail } }

    /// For people: a mark, the finding and its repair.
    func text(_ marks: Marks) -> String {
        findings.map { finding in
            let fix = finding.fix.map { "\n    \(printable($0))" } ?? ""
            return "\(marks.mark(finding.outcome)) \(printable(finding.check)):"
                + " \(printable(finding.message))\(fix)\n"
        }.joined()
    }
}
