import Geodesy
import Geofencing

extension FenceFile {
    /// Reads a file as `read` does, and then looks at every fence as a surveyor would: can it be
    /// judged, is it the fence that was meant, and can a receiver find it?
    ///
    /// - Parameters:
    ///   - bytes: GeoJSON.
    ///   - use: how the fences will be used.
    ///   - looked: hears after each fence how many of the bytes that stands for; those of all
    ///     fences are all bytes.
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
            var survey = FenceSurvey(fence, feature: feature, use: use)
            survey.look()
            if let first = names[fence.name] {
                survey.note(
                    .warned, "the name \"\(fence.name)\" is that of feature \(first) too",
                    hint: "give each fence a name of its own")
            }
            names[fence.name] = names[fence.name] ?? feature
            for problem in survey.problems { problems.note(problem) }
            let severities = Set(survey.problems.map(\.severity))
            guard !severities.contains(.rejected) else { continue }
            if severities.contains(.warned) { file.doubtful.insert(feature) }
            kept.append(fence)
            features.append(feature)
        }
        file.fences = kept
        file.features = features
        if let problem = file.placeholderProblem { problems.note(problem) }
        // A stable order: by feature, as found within one; what concerns the file comes first.
        file.problems = problems.list.enumerated().sorted {
            ($0.element.feature ?? -1, $0.offset) < ($1.element.feature ?? -1, $1.offset)
        }.map(\.element)
        return file
    }

    /// What there is to know of the fences whose identity is their place among others.
    private var placeholderProblem: FenceProblem? {
        guard let fences, featureCount > 1 else { return nil }
        let placed = zip(fences, features).filter { placeholders.contains($1) }
        guard let (first, _) = placed.first else { return nil }
        return FenceProblem(
            .noted,
            (placed.count == 1
                ? "1 of \(fences.count) fences has neither an id nor a name of its own: it "
                : "\(placed.count) of \(fences.count) fences have neither an id nor a name of their "
                    + "own: each ")
                + "is known by its place, as \(first.id) is, and taken for another when a feature comes "
                + "or goes before it",
            hint: "give each feature an \"id\"")
    }
}
