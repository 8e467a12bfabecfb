import Chronology
import FoundationEssentials
import Geofencing
import TestSupport
import Testing

/// Every scenario file gives exactly the events it names, whether the engine evaluates only the
/// fences that a fix can change, as in the field, or every fence with every fix.
struct ScenarioTests {
    static let folder = DataFolder.of("Geofencing/scenarios")

    static let allFiles: [String] = {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".scenario") }.sorted()
    }()

    /// The files whose path contains the environment variable `SCENARIO`; all without it.
    static let files: [String] = {
        guard let text = ProcessInfo.processInfo.environment["SCENARIO"] else { return allFiles }
        return allFiles.filter { $0.contains(text) }
    }()

    @Test(arguments: files, [false, true])
    func events(file: String, isSkipping: Bool) throws {
        let scenario: Scenario
        do {
            scenario = try Scenario(Self.folder.text(file))
        } catch let problem as Unreadable {
            Issue.record("\(file): \(problem.text)")
            return
        }
        let run = ScenarioRun(scenario, skipping: isSkipping)
        for complaint in run.complaints { Issue.record("\(file): \(complaint)") }
        if DataFolder.isUpdated {
            // Once, or two would write one file.
            if isSkipping {
                _ = try Self.folder.golden(file, updatedTo: rewritten(scenario, run))
            }
            return
        }
        compare(scenario, run, file)
    }

    /// What the engine has asked to be saved holds no fence that its own state does not have.
    @Test(arguments: files)
    func noSavedRecordOutlivesItsState(file: String) throws {
        guard let scenario = try? Scenario(Self.folder.text(file)) else { return }
        let run = ScenarioRun(scenario)
        let end = BootInstant(nanoseconds: 0).advanced(
            bySeconds: scenario.steps.last?.seconds ?? 0)
        let state = run.engine.savedState(at: end)
        let known = Set(state.fences.map { [$0.monitor, $0.fence] })
        let left = run.durable.fences.map { [$0.monitor, $0.fence] }.filter { !known.contains($0) }
        #expect(left == [], "\(file)")
    }

    @Test func filesAreFound() {
        #expect(Self.allFiles.count >= 40)
    }

    /// Expected lines name words that the actual line of the same place has; no line may be left
    /// over on either side.
    private func compare(_ scenario: Scenario, _ run: ScenarioRun, _ file: String) {
        for (expected, actual) in zip(scenario.expected, run.lines) {
            let words = actual.text.split(separator: " ").map(String.init)
            if !expected.words.allSatisfy(words.contains)
                || expected.words.prefix(2) != words.prefix(2)
                || !Self.flags(words).isSubset(of: expected.words)
            {
                Issue.record(
                    """
                    \(file):\(expected.line + 1): expected \(expected.words.joined(separator: " "))
                    but line \(actual.line + 1) gave \(actual.text)
                    """)
                return
            }
        }
        for missing in scenario.expected.dropFirst(run.lines.count) {
            Issue.record(
                "\(file):\(missing.line + 1): missing \(missing.words.joined(separator: " "))")
        }
        for extra in run.lines.dropFirst(scenario.expected.count) {
            Issue.record("\(file): line \(extra.line + 1) gave besides: \(extra.text)")
        }
    }

    /// The words without a value: an unexpected flag is a difference.
    private static func flags(_ words: [String]) -> Set<String> {
        Set(["initial", "inferred", "deferred", "late", "jump"]).intersection(words)
    }

    /// The file with the events that came, each below the input it came of.
    private func rewritten(_ scenario: Scenario, _ run: ScenarioRun) -> String {
        var text: [String] = []
        let lastSetting = (scenario.steps.first?.line ?? scenario.lines.count) - 1
        for (index, line) in scenario.lines.enumerated() {
            if !line.drop(while: { $0 == " " }).hasPrefix("> ") { text.append(line) }
            for event in run.lines
            where event.line == index || (event.line < 0 && index == lastSetting) {
                text.append("  > " + event.text)
            }
        }
        return text.joined(separator: "\n") + "\n"
    }
}
