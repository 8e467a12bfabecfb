import TestSupport
import Testing

/// Names, comments, messages and documents use the words of `Sources/GLOSSARY.md`.
struct GlossaryTests {
    @Test func noDocumentHasRefusedWords() throws {
        let glossary = try Glossary()
        #expect(!glossary.isEmpty)
        let documents = try SourceTree.documents().filter { $0.path != "Sources/GLOSSARY.md" }
        #expect(documents.count > 500)
        for finding in documents.flatMap(glossary.findings) { Issue.record("\(finding)") }
    }

    /// The examples of `refused-words.txt`: how many refused words the line after it has.
    @Test func refusedWordsAreFoundInNamesAndText() throws {
        let glossary = try Glossary()
        let examples = try DataFolder.of("Tidy").text("refused-words.txt").split(separator: "\n")
        #expect(examples.count > 5)
        for example in examples {
            let parts = example.split(separator: "|", maxSplits: 1)
            let file = SourceTree.File(
                path: "Sources/Module/File.swift", lines: [String(parts[1])])
            #expect(glossary.findings(in: file).count == Int(parts[0]), "\(example)")
        }
    }

    @Test func phrasesContinueAcrossLines() throws {
        let file = SourceTree.File(path: "a", lines: ["    /// It is held", "    /// back."])
        #expect(try Glossary().findings(in: file).map(\.line) == [1])
    }

    /// The words of the product bind in names, too. Those that are left are words of other fields, or wait to
    /// be renamed: lower the limit with each that goes.
    @Test func fewNamesHaveAReplacedWord() throws {
        let glossary = try Glossary()
        #expect(glossary.replacedInNames.isSuperset(of: ["feed", "raw", "step", "alarm"]))
        let counts = try SourceTree.swiftFiles(below: "Sources").map(glossary.replacedWords)
            .reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        print("replaced words in names: \(counts.sorted { $0.value > $1.value })")
        #expect(counts.values.reduce(0, +) <= 450)
    }

    @Test func wordsOfNamesAreFound() throws {
        let file = SourceTree.File(
            path: "a",
            lines: [
                "    let rawFeed = 1 // var step", "case x_alarm, y", "// func feed", "call(raw)",
            ])
        let counts = try Glossary().replacedWords(inNamesOf: file)
        #expect(counts == ["raw": 1, "feed": 1, "alarm": 1], "\(counts)")
    }
}
