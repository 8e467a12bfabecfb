import TestSupport
import Testing

/// Names, comments, messages and documents use the words of `Sources/GLOSSARY.md`.
struct GlossaryTests {
    /// The modules that still have refused words, with their number. It may only decrease.
    private static let counts = "counts.txt"

    /// A module has no refused words, or exactly the listed number.
    @Test func modulesHaveNoFurtherRefusedWords() throws {
        let glossary = try Glossary()
        #expect(!glossary.isEmpty)
        var found: [String: [Glossary.Finding]] = [:]
        for file in try SourceTree.documents() where file.path != "Sources/GLOSSARY.md" {
            found[file.area, default: []] += glossary.findings(in: file)
        }
        let text = found.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
            .map { "\($0.key) \($0.value.count)\n" }.joined()
        let folder = DataFolder.of("Tidy")
        var listed: [String: Int] = [:]
        for line in try folder.golden(Self.counts, updatedTo: text).split(separator: "\n") {
            let words = line.split(separator: " ")
            listed[String(words[0])] = Int(words[1])
        }
        for area in Set(listed.keys).union(found.keys).sorted() {
            let (count, limit) = (found[area]?.count ?? 0, listed[area] ?? 0)
            if count > limit {
                let list = found[area, default: []].prefix(20).map { "\n\($0)" }.joined()
                Issue.record("\(area) has \(count) refused words instead of \(limit):\(list)")
            }
            if count < limit {
                Issue.record(
                    """
                    \(area) has only \(count) refused words instead of \(limit): lower the number in \
                    Tests/Data/Tidy/\(Self.counts), or run with UPDATE_GOLDEN=1
                    """)
            }
        }
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
}
