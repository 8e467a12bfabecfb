import ConfigurationText
import Geodesy
import Settings
import Testing

/// Arbitrary text must give problems, never a crash.
@Suite struct HostileTextTests {
    private func read(_ text: String) -> [SettingsProblem] {
        switch Configuration.parse(text, path: "x.toml") {
        case .success: []
        case .failure(let invalid): invalid.problems
        }
    }

    @Test(arguments: try SettingsCase.all())
    func changedTextDoesNotCrash(_ file: SettingsCase) {
        var random = SplitMix(seed: 7)
        let telling = Array("[]{}=.,\"'#\\\n\r\u{0}0a-_T:é")
        let characters = Array(file.text)
        for _ in 0..<200 where !characters.isEmpty {
            var changed = characters
            let index = Int.random(in: changed.indices, using: &random)
            let character = telling[Int.random(in: telling.indices, using: &random)]
            if Bool.random(using: &random) {
                changed[index] = character
            } else {
                changed.insert(character, at: index)
            }
            for problem in read(String(changed)) { #expect(!problem.description.isEmpty) }
        }
    }

    @Test(arguments: [
        String(repeating: "a.", count: 500_000) + "a = 1",
        "[" + String(repeating: "a . ", count: 500_000) + "a]",
        "a = " + String(repeating: "[", count: 500_000),
        "a = " + String(repeating: "{ a = ", count: 500_000),
        "a = " + String(repeating: "{ a.a.a.a.a.a.a.a = ", count: 100_000),
        "a = \"" + String(repeating: "\\", count: 1001),
        String(repeating: "x", count: 5_000_000),
        "a = \"\"\"" + String(repeating: ".\n", count: 1000) + "\"\"\"\nb..c",
    ])
    func sizeAndDepthAreLimited(text: String) {
        #expect(!read(text).isEmpty)
    }

    @Test func dotsOutsideKeysAreNotCounted() {
        let dots = String(repeating: ".", count: 50)
        let problems = read(
            """
            # \(dots)
            a = "\(dots)\\"\(dots)"
            b = '\(dots)'
            c = \"\"\"
            "\(dots)""
            \"\"\"
            """)
        #expect(problems.map(\.key) == ["a", "b", "c"])
    }
}
