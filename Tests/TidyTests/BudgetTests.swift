import TestSupport
import Testing

/// The size of the parts, and of their files. Mass without use costs each reader; a new capability comes
/// with a row of its own. Where a limit is above its budget, the budget is the target: lower the limit with
/// each change that comes closer.
struct BudgetTests {
    /// The lines of code of some modules.
    private struct Scope {
        let name: String
        /// The modules; empty for all of them.
        let modules: Set<String>
        let budget: Int
        let limit: Int
    }

    private static let scopes = [
        Scope(
            name: "Geofencing, Fixes, Messages", modules: ["Geofencing", "Fixes", "Messages"],
            budget: 9_400, limit: 10_150),
        Scope(name: "Expressions", modules: ["Expressions"], budget: 5_000, limit: 5_850),
        Scope(
            name: "consumers, ControlClient",
            modules: [
                "MQTTConsumer", "WebhookConsumer", "HooksConsumer", "ConsumerFrame", "Consuming",
                "ControlClient", "geofenced-mqtt", "geofenced-webhook", "geofenced-hooks",
            ], budget: 3_900, limit: 4_900),
        Scope(name: "geofencectl", modules: ["geofencectl"], budget: 7_300, limit: 7_800),
        Scope(name: "GeofenceDaemon", modules: ["GeofenceDaemon"], budget: 8_500, limit: 9_800),
        Scope(name: "all of Sources", modules: [], budget: 57_000, limit: 62_900),
    ]

    @Test func linesOfCodeStayWithinTheirBudgets() throws {
        let files = try SourceTree.swiftFiles(below: "Sources")
        var table = "scope: lines of code, budget, files, median of lines\n"
        for scope in Self.scopes {
            let own = files.filter { scope.modules.isEmpty || scope.modules.contains($0.module) }
            let code = own.reduce(0) { $0 + $1.linesOfCode }
            let lengths = own.map(\.lines.count).sorted()
            let median = lengths.isEmpty ? 0 : lengths[lengths.count / 2]
            table += "\(scope.name): \(code), \(scope.budget), \(own.count), \(median)\n"
            #expect(!own.isEmpty, "\(scope.name) has no file")
            #expect(code <= scope.limit, "\(scope.name) has \(code) lines of code")
        }
        print(table)
    }

    /// Twenty files of fifteen lines are harder to read than three of a hundred.
    @Test func filesHoldATopic() throws {
        let lengths = try SourceTree.swiftFiles(below: "Sources").map { $0.lines.count - 1 }
            .sorted()
        let short = lengths.count { $0 < 30 }
        print(
            "files: \(lengths.count), median \(lengths[lengths.count / 2]), \(short) below 30 lines"
        )
        // Budget: 700 files, a median of 100 lines, 8 % below 30.
        #expect(lengths.count <= 920)
        #expect(lengths[lengths.count / 2] >= 78)
        #expect(100 * short <= 13 * lengths.count)
    }

    @Test func namesOccurOnce() throws {
        let files = try SourceTree.swiftFiles(below: "Sources")
        let fileNames = Dictionary(grouping: files.map(\.path)) {
            $0.split(separator: "/").last ?? ""
        }
        let doubles = fileNames.filter { $0.value.count > 1 }
        print("file names that occur twice: \(doubles.keys.sorted())")
        #expect(doubles.count <= 10)
        var modules: [String: Set<String>] = [:]
        for file in files {
            for type in file.lines.compactMap(Self.declaredType) {
                modules[type, default: []].insert(file.module)
            }
        }
        let shared = modules.filter { $0.value.count > 1 }
        print("type names in two modules: \(shared.keys.sorted())")
        #expect(shared.count <= 17)
    }

    /// Returns the name of a type that the line declares at the outermost level, other than a private one.
    private static func declaredType(_ line: String) -> String? {
        let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol"]
        guard let first = line.first, first.isLetter || first == "@" else { return nil }
        let words = line.split(separator: " ")
        guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count,
            words[..<kind].allSatisfy({ $0 != "private" && $0 != "fileprivate" && $0 != "//" })
        else { return nil }
        return String(words[kind + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }

    /// Verbs that hide what happens.
    @Test func fewFunctionsTake() throws {
        let lines = try SourceTree.swiftFiles(below: "Sources").flatMap(\.lines)
        let count = lines.count { $0.contains("func take(") }
        print("functions take: \(count)")
        // Budget: 20.
        #expect(count <= 78)
    }
}

extension SourceTree.File {
    /// The lines without comments and blank ones.
    fileprivate var linesOfCode: Int {
        lines.count { line in
            let code = line.drop { $0 == " " }
            return !code.isEmpty && !code.hasPrefix("//")
        }
    }
}
