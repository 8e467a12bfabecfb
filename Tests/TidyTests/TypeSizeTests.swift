import TestSupport
import Testing

/// A type of many lines is several types. Its extensions count, wherever they are; comments and blank lines
/// do not.
struct TypeSizeTests {
    private static let limit = 900

    @Test func typesAreSmall() throws {
        var sizes: [String: Int] = [:]
        for file in try SourceTree.swiftFiles(below: "Sources") {
            sizes.merge(Self.sizes(of: file.lines), uniquingKeysWith: +)
        }
        #expect(sizes.count > 500)
        for (type, lines) in sizes.sorted(by: { $0.key < $1.key }) where lines > Self.limit {
            Issue.record("\(type) has \(lines) lines of code, more than \(Self.limit): split it")
        }
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
