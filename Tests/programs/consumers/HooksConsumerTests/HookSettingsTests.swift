import ConfigurationText
import ConsumerFrame
import TestSupport
import Testing

@testable import HooksConsumer

@Suite struct HookSettingsTests {
    private func settings(_ text: String) throws -> HookSettings {
        try TableReader.read(text: text, file: "/etc/geofenced/hooks.toml") { HookSettings(&$0) }
    }

    private func problems(_ text: String) -> [String] {
        do throws(UnusableSettings) {
            _ = try TableReader.read(text: text, file: "h.toml") { HookSettings(&$0) }
            return []
        } catch {
            return error.problems
        }
    }

    @Test func anEmptyFileHasTheUsualValues() throws {
        let settings = try settings("")
        #expect(settings.directory.path == "/etc/geofenced/hooks.d" && settings.jobs == 4)
        #expect(settings.directory.rules.user == "geofenced-hooks")
        #expect(settings.hooks.isEmpty && settings.targets == nil)
    }

    @Test func aHookTakesTheDefaultsThatItDoesNotChange() throws {
        let hooks = try settings(
            """
            [defaults]
            timeout_s = 7
            user = "daemon"
            [[hook]]
            name = "a"
            command = ["/bin/true"]
            user = "root"
            [[hook]]
            name = "b"
            unit = "b@{fence.id}.service"
            semantics = "at-most-once"
            """
        ).hooks
        #expect(hooks[0].rules.timeout_s == 7 && hooks[0].rules.user == "root")
        #expect(hooks[0].types == ["entered", "exited", "dwelled"] && hooks[0].rules.retries == 3)
        #expect(hooks[1].rules.isAtMostOnce && hooks[1].rules.retries == 0)
    }

    @Test(arguments: [
        ("command = [\"true\"]", "absolute path"), ("command = [\"/{fence.id}\"]", "absolute path"),
        ("command = [\"/a\", \"{fence}\"]", "{fence.id}"), ("", "command"),
        ("unit = \"{fence.id}.service\"", "begin with a placeholder"),
        ("unit = \"a.service\"\nuser = \"x\"", "belongs in the unit"),
        ("unit = \"a.service\"\ncommand = [\"/a\"]", "one of them"),
        ("command = [\"/a\"]\non = [\"enter\"]", "not a type of event"),
        ("command = [\"/a\"]\nsemantics = \"at-most-once\"\nretries = 2", "must be 0"),
        ("command = [\"/a\"]\ntimeout_s = 0", "from 0.1"),
    ])
    func aHookThatCannotBeRunIsRefused(lines: String, reason: String) {
        let found = problems("[[hook]]\nname = \"a\"\n" + lines)
        #expect(found.contains { $0.contains(reason) }, "\(found)")
    }

    @Test func namesOfHooksDiffer() {
        let hook = "[[hook]]\nname = \"a\"\ncommand = [\"/a\"]\n"
        #expect(problems(hook + hook).contains { $0.contains("second time") })
    }

    /// The shipped file with every key enabled that is commented out with `#`; prose has a space after it.
    private func shipped(withEveryKey isWhole: Bool) throws -> String {
        let lines = try DataFolder.package.text("etc/hooks.toml")
            .split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { line in
            isWhole && line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
        }.joined(separator: "\n")
    }

    @Test func theShippedFileHasTheDefaults() throws {
        #expect(try settings(shipped(withEveryKey: false)) == settings(""))
    }

    @Test func theShippedFileNamesEveryKey() throws {
        let text = try shipped(withEveryKey: true)
        #expect(problems(text) == [])
        let members = try TOMLDocument.parse(text, maximumBytes: .max).get()
        var table = TableReader(root: members, of: ConfigurationFile(path: "h.toml"))
        _ = HookSettings(&table)
        var given: Set<String> = []
        for member in members {
            given.insert(member.key)
            for inner in member.value.tables.joined() {
                given.insert("\(member.key).\(inner.key)")
                // Each hook may replace the defaults.
                if member.key == "defaults" { given.insert("hook.\(inner.key)") }
            }
        }
        #expect(table.finished().knownKeys.subtracting(given) == [])
    }
}

extension TOMLValue {
    /// The members of this table, or of each table of this array.
    fileprivate var tables: [[TOMLValue.Member]] {
        switch content {
        case .table(let members): [members]
        case .array(let elements): elements.flatMap(\.tables)
        case .text, .integer, .number, .flag, .dateOrTime: []
        }
    }
}
