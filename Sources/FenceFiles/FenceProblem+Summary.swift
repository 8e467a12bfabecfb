extension FenceProblem {
    /// Problems of one kind that are told one by one; more are one, with a count and the first places.
    private static let toldOneByOne = 3
    /// The places that are named of a kind.
    private static let placesNamed = 5

    /// The problems for people: a fault of very many features is listed once.
    public static func summary(of problems: [FenceProblem]) -> [FenceProblem] {
        var features: [Kind: [Int]] = [:]
        for problem in problems {
            guard let feature = problem.feature else { continue }
            let kind = Kind(problem)
            if features[kind, default: []].last != feature {
                features[kind, default: []].append(feature)
            }
        }
        var told: Set<Kind> = []
        return problems.compactMap { problem in
            let kind = Kind(problem)
            guard problem.feature != nil, let places = features[kind], places.count > toldOneByOne
            else { return problem }
            guard told.insert(kind).inserted else { return nil }
            var first = problem
            let named = places.prefix(placesNamed).map(String.init).joined(separator: ", ")
            let count =
                "\(places.count) features have it: \(named)"
                + (places.count > placesNamed ? " and others" : "")
            first.hint = problem.hint.map { "\($0) (\(count))" } ?? count
            return first
        }
    }

    /// What problems have in common that differ only in names, numbers and positions.
    private struct Kind: Hashable {
        let severity: Severity
        let words: String

        init(_ problem: FenceProblem) {
            severity = problem.severity
            var words = ""
            var isQuoted = false
            for character in problem.reason {
                if character == "\"" { isQuoted.toggle() }
                if !isQuoted, !character.isNumber { words.append(character) }
            }
            self.words = words
        }
    }
}
