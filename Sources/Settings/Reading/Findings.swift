/// What reading a configuration brought to light beside its values.
struct Findings {
    /// In the order of discovery.
    private(set) var problems: [SettingsProblem] = []
    /// Every key that was asked for, such as `monitor.buffer_m`: the keys that exist.
    private(set) var knownKeys: Set<String> = []

    mutating func add(_ problem: SettingsProblem) {
        problems.append(problem)
    }

    mutating func add(_ other: Findings) {
        problems += other.problems
        knownKeys.formUnion(other.knownKeys)
    }

    mutating func add(knownKey key: String) {
        knownKeys.insert(key)
    }

    /// Puts the problems in the order of the file, those without a line first.
    mutating func sort() {
        problems.sort { left, right in
            (left.line ?? 0, left.column ?? 0, left.key ?? "", left.reason)
                < (right.line ?? 0, right.column ?? 0, right.key ?? "", right.reason)
        }
    }
}
