import Geodesy
import Geofencing

extension FenceFile {
    /// Reads a file like `read` and then lints every fence: whether it can be evaluated, is likely
    /// the intended fence, and can be detected with a receiver.
    ///
    /// - Parameters:
    ///   - bytes: GeoJSON.
    ///   - use: the settings with which the fences will be used.
    ///   - looked: called after each fence with its share of the bytes, to show the progress; the
    ///     shares add up to all bytes.
    public static func check(
        _ bytes: [UInt8], for use: FenceUse = FenceUse(), looked: (Int) -> Void = { _ in }
    ) -> FenceFile {
        var problems = FenceProblems()
        var file = read(bytes, noting: &problems)
        guard let fences = file.fences else { return file }
        var kept: [Fence] = []
        var features: [Int] = []
        var names: [String: Int] = [:]
        var bytesLeft = bytes.count
        for (place, (fence, feature)) in zip(fences, file.features).enumerated() {
            let share = bytesLeft / (fences.count - place)
            bytesLeft -= share
            defer { looked(share) }
            var linter = FenceLinter(fence, feature: feature, use: use)
            linter.lint()
            if let first = names[fence.name] {
                linter.note(
                    .warned, "the name \"\(fence.name)\" is also that of feature \(first)",
                    hint: "give each fence a unique name")
            }
            names[fence.name] = names[fence.name] ?? feature
            for problem in linter.problems { problems.note(problem) }
            let severities = Set(linter.problems.map(\.severity))
            guard !severities.contains(.rejected) else { continue }
            if severities.contains(.warned) { file.doubtful.insert(feature) }
            kept.append(fence)
            features.append(feature)
        }
        file.fences = kept
        file.features = features
        if let problem = file.placeholderProblem { problems.note(problem) }
        // The order is stable: by feature, then as found. Problems of the whole file are first.
        file.problems = problems.list.enumerated().sorted {
            ($0.element.feature ?? -1, $0.offset) < ($1.element.feature ?? -1, $1.offset)
        }.map(\.element)
        return file
    }

    /// The problem of ids derived from positions: they change when the file is edited.
    private var placeholderProblem: FenceProblem? {
        guard let fences, featureCount > 1 else { return nil }
        let placed = zip(fences, features).filter { placeholders.contains($1) }
        guard let (first, _) = placed.first else { return nil }
        let have = placed.count == 1 ? "has" : "have"
        return FenceProblem(
            .noted,
            "\(placed.count) of \(fences.count) fences \(have) neither an id nor a unique name; an id "
                + "derived from the position, such as \(first.id), changes if features are inserted "
                + "before it",
            hint: "give each feature an \"id\"")
    }
}
