/// The problems and known keys found while reading a configuration.
package struct Findings {
    /// The problems, in the order of discovery.
    package private(set) var problems: [SettingsProblem] = []
    /// The keys that were read, present or not, such as `monitor.buffer_m`.
    package private(set) var knownKeys: Set<String> = []

    /// Creates empty findings.
    package init() {}

    package mutating func add(_ problem: SettingsProblem) {
        problems.append(problem)
    }

    package mutating func add(_ other: Findings) {
        problems += other.problems
        knownKeys.formUnion(other.knownKeys)
    }

    package mutating func add(knownKey key: String) {
        knownKeys.insert(key)
    }

    /// Sorts the problems by position. Problems without a line are first.
    package mutating func sort() {
        problems.sort { left, right in
            (left.line ?? 0, left.column ?? 0, left.key ?? "", left.reason)
                < (right.line ?? 0, right.column ?? 0, right.key ?? "", right.reason)
        }
    }
}
