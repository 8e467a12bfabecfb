import TestSupport
import Testing

/// A type of many lines is several types. Its extensions count, wherever they are; comments and blank lines
/// do not.
struct TypeSizeTests {
    private static let limit = 900
    private static let list = "Tests/Data/Tidy/types.txt"
    /// A listed number is lowered when the type has lost so many lines.
    private static let margin = 25

    /// No type has more lines of code than the limit, except those listed with their number, which may
    /// only fall.
    @Test func typesAreSmall() throws {
        let sizes = try sizes()
        var listed: [String: Int] = [:]
        for line in try SourceTree.lines(of: Self.list) where !line.isEmpty {
            let words = line.split(separator: " ")
            listed[String(words[0])] = Int(words[1])
        }
        for (type, lines) in sizes.sorted(by: { $0.key < $1.key }) {
            let most = listed.removeValue(forKey: type) ?? Self.limit
            if lines > most {
                Issue.record("\(type) has \(lines) lines of code instead of \(most): split it")
            } else if most > Self.limit, lines <= max(Self.limit, most - Self.margin) {
                Issue.record("\(type) has only \(lines) lines of code: lower it in \(Self.list)")
            }
        }
        #expect(listed.isEmpty, "types that do not exist are in \(Self.list)")
    }

    @Test func extensionsCountAndCommentsDoNot() {
        let sizes = Self.sizes(of: [
            "/// A tree.", "public struct Tree: Sendable {", "    let leaf = 1", "", "}",
            "extension Tree.Leaf {", "    // Nothing.", "    func open() {}", "}",
            "func free() {}",
        ])
        #expect(sizes == ["Tree": 6])
    }

    /// The lines of code of each type.
    private func sizes() throws -> [String: Int] {
        var sizes: [String: Int] = [:]
        for file in try SourceTree.swiftFiles(below: "Sources") {
            sizes.merge(Self.sizes(of: file.lines), uniquingKeysWith: +)
        }
        return sizes
    }

    private static func sizes(of lines: [String]) -> [String: Int] {
        var sizes: [String: Int] = [:]
        var type: String?
        for line in lines {
            let code = line.drop { $0 == " " }
            guard !code.isEmpty, !code.hasPrefix("//") else { continue }
            if let declared = declaredType(line) { type = declared }
            if let type { sizes[type, default: 0] += 1 }
            if line.hasPrefix("}") { type = nil }
        }
        return sizes
    }

    /// The outermost type that a line declares or extends; nil where it does not.
    private static func declaredType(_ line: String) -> String? {
        guard let first = line.first, first.isLetter || first == "@" else { return nil }
        let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "extension", "protocol"]
        let words = line.split(separator: " ")
        guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count,
            words[..<kind].allSatisfy({ $0.first?.isLetter == true || $0.hasPrefix("@") })
        else { return nil }
        return String(words[kind + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }
}
