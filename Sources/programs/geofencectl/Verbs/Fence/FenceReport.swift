internal import FenceFiles
internal import Geofencing

/// The findings of `geofencectl fence check`.
struct FenceReport: Encodable {
    /// The verdict on a feature.
    enum Verdict: String, Encodable {
        /// The feature is a fence.
        case usable
        /// The feature is a fence with a likely mistake.
        case warned
        /// The feature is not a fence.
        case rejected
    }

    /// A problem of a file or feature.
    struct Problem: Encodable {
        /// The severity for the feature.
        var severity: FenceProblem.Severity
        /// The position in the geometry.
        var place: String?
        /// The reason.
        var reason: String
        /// The remedy.
        var hint: String?

        init(_ problem: FenceProblem) {
            severity = problem.severity
            place = problem.vertex.map { "\($0)" }
            reason = problem.reason
            hint = problem.hint
        }
    }

    /// A feature of a file.
    struct Feature: Encodable {
        /// The file.
        var path: String
        /// The position in the file, from 0; nil for the file as a whole.
        var feature: Int?
        /// The id, if known.
        var id: String?
        /// The verdict on the feature.
        var verdict: Verdict
        /// The problems of the feature.
        var problems: [Problem]
    }

    /// A file.
    struct File: Encodable {
        /// The path of the file.
        var path: String
        /// The number of fences without any problem.
        var usable = 0
        /// The number of fences with a likely mistake.
        var warned = 0
        /// The number of features that are not fences.
        var rejected = 0
        /// The problems of the whole file.
        var problems: [Problem]
        /// Every feature, in the order of the file.
        var features: [Feature] = []
        /// The problems for the text output; repeated ones are merged.
        private let summary: [FenceProblem]

        /// Every feature, after the problems of the whole file.
        var records: [Feature] {
            guard !problems.isEmpty else { return features }
            let isRejected = problems.contains { $0.severity == .rejected }
            let whole = Feature(
                path: path, verdict: isRejected ? .rejected : .warned, problems: problems)
            return [whole] + features
        }

        private enum CodingKeys: CodingKey {
            case path, usable, warned, rejected, problems, features
        }

        init(path: String, _ file: FenceFile) {
            self.path = path
            summary = FenceProblem.summary(of: file.problems)
            problems = file.problems.filter { $0.feature == nil }.map(Problem.init)
            var byFeature: [Int: [FenceProblem]] = [:]
            for problem in file.problems {
                if let feature = problem.feature { byFeature[feature, default: []].append(problem) }
            }
            // The fences have the order of the file. Not all problems are listed.
            var fences = zip(file.features, file.fences ?? []).map { ($0, $1.id) }[...]
            for index in 0..<file.featureCount {
                let found = byFeature[index] ?? []
                let isFence = fences.first?.0 == index
                let isDoubtful = file.doubtful.contains(index)
                let verdict: Verdict = !isFence ? .rejected : isDoubtful ? .warned : .usable
                switch verdict {
                case .usable: usable += 1
                case .warned: warned += 1
                case .rejected: rejected += 1
                }
                let id = isFence ? fences.removeFirst().1 : found.lazy.compactMap(\.id).first
                features.append(
                    Feature(
                        path: path, feature: index, id: id, verdict: verdict,
                        problems: found.map(Problem.init)))
            }
        }

        /// Creates the result for an unreadable file.
        init(path: String, unreadable failure: CommandFailure) {
            self.path = path
            summary = [FenceProblem(.rejected, FileText.reason(of: failure, for: path))]
            problems = summary.map(Problem.init)
        }

        /// Returns the text for people: a line for each problem and one for the file.
        func text(_ marks: Marks) -> String {
            let lines = summary.map { problem in
                printable("\(marks.mark(problem.severity)) \(path): \(problem)") + "\n"
            }
            return lines.joined()
                + "\(printable(path)): \(usable + warned) usable, \(warned) of them with warnings,"
                + " \(rejected) rejected\n"
        }

        /// Whether nothing is rejected.
        var ok: Bool { rejected == 0 && !problems.contains { $0.severity == .rejected } }
    }

    /// Every file, in the order of the command line.
    var files: [File]
    /// Whether nothing is rejected.
    var ok: Bool { files.allSatisfy(\.ok) }

    /// Returns the text for all files.
    func text(_ marks: Marks) -> String {
        files.map { $0.text(marks) }.joined()
    }

    private enum CodingKeys: CodingKey {
        case ok, files
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(ok, forKey: .ok)
        try container.encode(files, forKey: .files)
    }
}
