import Composition
import FenceFiles
import Settings
import Testing

/// A check reports all problems at once and gives one verdict.
@Suite struct ExaminationTests {
    private func examine(_ text: String, files: [String: String] = [:]) -> Examination {
        func bytes(_ path: String, _ limit: Int) throws(UnreadableFile) -> [UInt8] {
            guard let text = files[path] else { throw UnreadableFile(reason: "does not exist") }
            return Array(text.utf8)
        }
        return Examination(
            Configuration.parse(text, path: "/g.toml"), path: "/g.toml",
            lack: { $0 == "geofenced" ? nil : .missing },
            exists: { $0 == "/there" || files[$0] != nil }, readFile: bytes
        ) { path throws(UnreadableFile) in FenceFile.load(try bytes(path, .max)) }
    }

    private static let source = "[source.gps]\ntype = \"auto\"\n"

    private static func monitor(_ name: String, _ more: String = "") -> String {
        "[[monitor]]\nname = \"\(name)\"\nsource = \"gps\"\nfences = \"\(name).geojson\"\n\(more)\n"
    }

    private static func yard(_ ring: String = "[1,50],[2,50],[2,51],[1,51],[1,50]") -> String {
        #"{"type":"Feature","id":"yard","geometry":{"type":"Polygon","coordinates":[[\#(ring)]]}}"#
    }

    @Test func missingResourcesOfTheDaemonAreReported() {
        let daemon =
            "[daemon]\nsocket = \"/away/run/control.sock\"\nstate_directory = \"/away/state\"\n"
        let log = "[source.log]\ntype = \"json-file\"\npath = \"/log.jsonl\"\n"
        let walk = "[source.walk]\ntype = \"simulated\"\npath = \"/walk.geojson\"\n"
        let found = examine(daemon + log + walk)
        #expect(found.verdict == .namesInvalid)
        let words = [
            "daemon.socket: /away does", "daemon.state_directory: /away does",
            "source log: the file /log.jsonl does not exist", "source walk: the file /walk.geojson",
        ]
        for word in words { #expect(found.problems.contains { $0.contains(word) }, "\(word)") }
        let whole = daemon.replacing("/away", with: "/there") + log + walk
        let there = examine(whole, files: ["/log.jsonl": "", "/walk.geojson": ""])
        #expect(there.verdict == .valid && there.problems == [])
        #expect(examine("[daemon]\nsocket = \"/run/new/dir/s\"\n" + Self.source).verdict == .valid)
    }

    @Test func configurationWithoutProblemsIsValid() {
        let found = examine(
            Self.source + Self.monitor("yard"), files: ["/yard.geojson": Self.yard()])
        #expect(found.verdict == .valid)
        #expect(found.problems == [])
        #expect(found.fenceCount == 1)
        #expect(found.verdict.exitStatus == 0)
    }

    @Test(arguments: [
        (source + monitor("yard"), "[1,50],[2,50],[2,51],[1,51]"), ("", ""),
        ("[daemon]\nread_group = \"radaers\"\n" + source + monitor("yard"), nil),
    ])
    func configurationWithWarningsIsUsable(text: String, ring: String?) {
        let fences = ring.map(Self.yard) ?? Self.yard()
        let found = examine(text, files: ["/yard.geojson": fences])
        #expect(found.verdict == .usable)
        #expect(found.problems.count == 1, "\(found.problems)")
        #expect(found.verdict.exitStatus == 0)
    }

    /// A monitor that cannot start with fences that it cannot evaluate, and one without its file.
    @Test func configurationWithAMonitorThatCannotStartIsNotUsable() {
        let failing = "message_expression = \"(\"\nbuffer_m = 0"
        let found = examine(
            Self.source + Self.monitor("gate", failing) + Self.monitor("lost", failing),
            files: ["/gate.geojson": #"{"type":"Point","coordinates":[1,50]}"#])
        #expect(found.verdict == .namesInvalid)
        #expect(found.verdict.exitStatus == 65)
        for expected in [
            "/lost.geojson: does not exist", "monitor gate: monitor 'gate' cannot start: ",
            "monitor lost: monitor 'lost' cannot start: ",
            "monitor gate: fence 'feature-0': a point or line needs a buffer above 0",
        ] {
            #expect(
                found.problems.filter { $0.hasPrefix(expected) }.count == 1, "\(found.problems)")
        }
    }

    @Test func filesAreCheckedBesideAnInvalidConfiguration() {
        let found = examine(
            Self.source + Self.monitor("yard", "ignore = 1") + Self.monitor("lost")
                + "[[monitor]]\nname = \"none\"\nsource = \"gps\"\n[[floor_map]]\nname = \"hall\"\n",
            files: ["/yard.geojson": Self.yard("[1,50],[2,50]")])
        #expect(found.verdict == .invalid)
        #expect(found.verdict.exitStatus == 78)
        for expected in [
            "/g.toml:7:1: monitor.yard.ignore: is not a known key", "/lost.geojson: does not exist",
            "/yard.geojson: feature 0",
        ] {
            #expect(found.problems.contains { $0.hasPrefix(expected) }, "\(found.problems)")
        }
        // A monitor without a file is reported once, with its line.
        #expect(found.problems.filter { $0.contains("monitor.none.fences") }.count == 1)
        #expect(!found.problems.contains { $0.hasPrefix(":") })
    }
}
