extension FenceProblem {
    /// The maximum number of similar problems that are listed singly. More of them are merged into
    /// one, with a count and the first features.
    private static let listedSingly = 3
    /// The number of features named in a merged problem.
    private static let namedFeatures = 5

    /// Returns the problems for a message to people: a mistake in many features is listed once.
    public static func summary(of problems: [FenceProblem]) -> [FenceProblem] {
        var features: [Kind: [Int]] = [:]
        for problem in problems {
            guard let feature = problem.feature else { continue }
            let kind = Kind(problem)
            if features[kind, default: []].last != feature {
                features[kind, default: []].append(feature)
            }
        }
        var listed: Set<Kind> = []
        return problems.compactMap { problem in
            let kind = Kind(problem)
            guard problem.feature != nil, let places = features[kind], places.count > listedSingly
            else { return problem }
            guard listed.insert(kind).inserted else { return nil }
            var first = problem
            let named = places.prefix(namedFeatures).map(String.init).joined(separator: ", ")
            let count =
                "\(places.count) features have it: \(named)"
                + (places.count > namedFeatures ? " and others" : "")
            first.hint = problem.hint.map { "\($0) (\(count))" } ?? count
            return first
        }
    }

    /// The common part of problems that differ only in quoted names and numbers.
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
