import TestSupport

/// The refused words of `Sources/GLOSSARY.md`.
struct Glossary {
    /// A sequence of words with what to write instead.
    struct Entry {
        let text: String
        let replacement: String
        /// The hashes of the words in lower case.
        let words: [Pattern]
    }

    /// A word, or with `*` the beginning of a word.
    struct Pattern {
        let hash: UInt64
        let isPrefix: Bool

        init(_ text: Substring) {
            isPrefix = text.hasSuffix("*")
            hash = (isPrefix ? text.dropLast() : text).utf8.reduce(Word.emptyHash, Word.extend)
        }
    }

    /// A word of a text. Comparing hashes keeps the test fast without optimization.
    struct Word {
        static let emptyHash: UInt64 = 0xcbf2_9ce4_8422_2325
        var hash = Word.emptyHash
        /// The refused beginning that it has; 0 for none.
        var prefix: UInt64 = 0
        var line = 0

        /// FNV-1a.
        static func extend(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
            (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }

        func matches(_ pattern: Pattern) -> Bool {
            pattern.isPrefix ? prefix == pattern.hash : hash == pattern.hash
        }
    }

    /// The entries by the hash of their first word.
    private var entries: [UInt64: [Entry]] = [:]
    private var prefixes: Set<UInt64> = []
    /// Texts of the protocol and of stored state; lines that contain one are skipped.
    private let kept: [String]
    /// The single words that the table of the product's words replaces: our names should not have them.
    let replacedInNames: Set<String>

    /// Reads the page.
    init() throws {
        let lines = try SourceTree.lines(of: "Sources/GLOSSARY.md")
        kept = Self.rows(of: "## Kept for compatibility", in: lines)
            .map { $0[0].filter { $0 != "`" } }
        let replaced = Self.rows(of: "## The words of the product", in: lines).flatMap { row in
            row.count > 2 ? row[2].split(separator: ",").map { $0.filter { $0 != " " } } : []
        }
        replacedInNames = Set(replaced.filter { $0.allSatisfy(\.isLowercase) })
        for row in Self.rows(of: "## Refused words", in: lines) {
            for phrase in row[0].split(separator: ",") {
                let words = phrase.split(separator: " ").map(Pattern.init)
                guard let first = words.first else { continue }
                prefixes.formUnion(words.filter(\.isPrefix).map(\.hash))
                let entry = Entry(text: String(phrase), replacement: row[1], words: words)
                entries[first.hash, default: []].append(entry)
            }
        }
    }

    /// Whether a table of the page is missing.
    var isEmpty: Bool { entries.isEmpty || prefixes.isEmpty || kept.isEmpty }

    /// A refused word at a line, counted from 1.
    struct Finding: CustomStringConvertible {
        let path: String
        let line: Int
        let entry: Entry

        var description: String { "\(path):\(line): \"\(entry.text)\": write \(entry.replacement)" }
    }

    /// The refused words of a file. Phrases continue across lines.
    func findings(in file: SourceTree.File) -> [Finding] {
        var words: [Word] = []
        for (number, line) in file.lines.enumerated() where !kept.contains(where: line.contains) {
            split(line, number + 1, into: &words)
        }
        var found: [Finding] = []
        for (index, word) in words.enumerated() {
            for hash in [word.hash, word.prefix] {
                for entry in entries[hash] ?? [] where index + entry.words.count <= words.count {
                    let isHere = entry.words.indices.allSatisfy {
                        words[index + $0].matches(entry.words[$0])
                    }
                    if isHere {
                        found.append(Finding(path: file.path, line: word.line, entry: entry))
                    }
                }
            }
        }
        return found
    }

    /// Returns the words of the table of the product's words that declared names have, each with its number.
    func replacedWords(inNamesOf file: SourceTree.File) -> [String: Int] {
        var counts: [String: Int] = [:]
        for line in file.lines where !kept.contains(where: line.contains) {
            let tokens = line.split(separator: " ").prefix { !$0.hasPrefix("//") }
            for (keyword, name) in zip(tokens, tokens.dropFirst())
            where Self.declaring.contains(keyword) {
                let words = name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                    .reduce(into: [""]) { words, letter in
                        if letter == "_" || letter.isUppercase { words.append("") }
                        if letter != "_" { words[words.count - 1] += letter.lowercased() }
                    }
                for word in words where replacedInNames.contains(word) {
                    counts[word, default: 0] += 1
                }
            }
        }
        return counts
    }

    private static let declaring: Set<Substring> = [
        "func", "var", "let", "case", "struct", "class", "enum", "actor", "protocol", "typealias",
    ]

    /// Splits a line into words in lower case, names at capital letters: `nextFix` is *next*,
    /// *fix*. Punctuation that ends a phrase is an empty word.
    private func split(_ line: String, _ number: Int, into words: inout [Word]) {
        var word = Word(line: number)
        func end() {
            if word.hash != Word.emptyHash { words.append(word) }
            word = Word(line: number)
        }
        func append(_ letter: UInt8) {
            word.hash = Word.extend(word.hash, letter)
            if prefixes.contains(word.hash) { word.prefix = word.hash }
        }
        var previous: UInt8 = 0
        for byte in line.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"):
                append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                if !(65...90).contains(previous) { end() }
                append(byte | 0x20)
            case UInt8(ascii: " "), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "/"),
                UInt8(ascii: "*"), UInt8(ascii: "#"):
                end()
            default:
                end()
                if let last = words.last, last.hash != Word.emptyHash {
                    words.append(Word(line: number))
                }
            }
            previous = byte
        }
        end()
    }

    /// The cells of the table below a heading, without its head.
    private static func rows(of heading: String, in lines: [String]) -> [[String]] {
        lines.drop { $0 != heading }.dropFirst().prefix { !$0.hasPrefix("## ") }
            .filter { $0.hasPrefix("| ") }.dropFirst()
            .map { line in
                line.split(separator: "|").map { cell in
                    let start = cell.drop { $0 == " " }
                    return String(start.reversed().drop { $0 == " " }.reversed())
                }
            }
    }
}
