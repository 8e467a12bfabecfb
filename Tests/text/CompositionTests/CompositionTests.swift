import Chronology
import Composition
import FenceFiles
import Fixes
import Geofencing
import Settings
import Testing

@Suite struct CompositionTests {
    static let text = """
        [source.gps]
        type = "auto"
        stale_s = 20
        [[monitor]]
        name = "garden"
        source = "gps"
        fences = "garden.geojson"
        [[monitor]]
        name = "gate"
        source = "gps"
        fences = "garden.geojson"
        [[monitor]]
        name = "lost"
        source = "gps"
        fences = "lost.geojson"
        [[floor_map]]
        name = "house"
        building = "garden.geojson"
        floors = [{ floor = 0, altitude_min_m = 10, altitude_max_m = 13 }]
        """
    static let garden = """
        {"type":"Polygon","coordinates":[[[1,50],[2,50],[2,51],[1,50]]]}
        """

    @Test(arguments: [
        ("", []), ("group = \"geofenced\"", []), ("group = \"adm\"\nread_group = \"adm\"", []),
        ("group = \"amd\"", ["group"]),
        ("group = \"amd\"\nread_group = \"geofenced\"", ["group", "read_group"]),
    ])
    func groupsOfTheDaemonMustExist(keys: String, missing: [String]) throws {
        let composition = try Composition("[daemon]\n\(keys)\n" + Self.text, files: [:])
        let problems = composition.configuration.groupProblems(
            lack: { $0 == "adm" ? nil : .missing }, hasSocket: { $0 == "adm" })
        #expect(problems.map(\.key) == missing)
        #expect(problems.allSatisfy { $0.cause == .missing })
    }

    @Test func overflowGroupGetsNoRights() throws {
        let keys = "group = \"nogroup\"\nread_group = \"nogroup\""
        let composition = try Composition("[daemon]\n\(keys)\n" + Self.text, files: [:])
        let problems = composition.configuration.groupProblems(
            lack: { _ in .overflow }, hasSocket: { _ in true })
        #expect(problems.map(\.key) == ["group", "read_group"])
        #expect(problems.allSatisfy { $0.description.contains("name another group") })
    }

    @Test(arguments: [
        ("", 0), ("group = \"adm\"", 1), ("group = \"adm\"\nread_group = \"adm\"", 0),
        ("group = \"adm\"\nread_group = \"amd\"", 2), ("group = \"amd\"", 1),
    ])
    func socketMustBelongToItsGroupUnlessItIsForAllUsers(keys: String, problems: Int) throws {
        let composition = try Composition("[daemon]\n\(keys)\n" + Self.text, files: [:])
        let found = composition.configuration.groupProblems(
            lack: { $0 == "adm" || $0 == "geofenced" ? nil : .missing }, hasSocket: { _ in false })
        #expect(found.count == problems, "\(found)")
    }

    @Test func missingFileAffectsOnlyItsMonitor() throws {
        var filesRead: [String] = []
        let composition = try Composition.load(Self.text, path: "/etc/g/geofenced.toml") {
            (path, _) throws(UnreadableFile) in
            filesRead.append(path)
            guard path == "/etc/g/garden.geojson" else {
                throw UnreadableFile(reason: "does not exist")
            }
            return Array(Self.garden.utf8)
        }.get()
        let garden = try #require(
            composition.engine.fenceSets[FenceSetName("/etc/g/garden.geojson")])
        let lost = try #require(composition.engine.fenceSets[FenceSetName("/etc/g/lost.geojson")])
        #expect(garden.set?.count == 1)
        #expect(lost.set == nil)
        #expect(lost.problems == ["/etc/g/lost.geojson: does not exist"])
        #expect(composition.fileProblems.map(\.description) == lost.problems)
        #expect(composition.engine.monitors.map(\.name) == ["garden", "gate", "lost"])
        #expect(composition.engine.feeds["gps"]?.stale_s == 20)
        #expect(composition.engine.floorMaps.map(\.name) == ["house"])
        #expect(filesRead.filter { $0.hasSuffix("lost.geojson") }.count == 1)
    }

    /// A monitor of the garden, with further keys and tables.
    private static let gardenMonitor = """
        [source.gps]
        type = "auto"
        [[monitor]]
        name = "garden"
        source = "gps"
        fences = "garden.geojson"

        """

    @Test func zonesAreFoundByName() throws {
        let text = """
            \(Self.gardenMonitor)
            time_zone = "Europe/Berlin"
            [[monitor]]
            name = "moon"
            source = "gps"
            fences = "garden.geojson"
            time_zone = "Moon/Tycho"
            """
        let block = "TZif2" + String(repeating: "\0", count: 39)
        let composition = try Composition(
            text,
            files: [
                "/etc/g/garden.geojson": Self.garden,
                "/usr/share/zoneinfo/Europe/Berlin": block + block + "\nCET-1\n",
            ])
        #expect(composition.engine.monitors.map { $0.timeZone?.name } == ["Europe/Berlin", nil])
        #expect(composition.fileProblems.map(\.path) == ["/etc/g/geofenced.toml:13"])
        #expect(
            composition.fileProblems.map(\.problem.reason) == [
                "monitor.moon.time_zone: /usr/share/zoneinfo/Moon/Tycho does not exist; install tzdata, or "
                    + "give time_zone as a rule or an offset"
            ])
    }

    @Test(arguments: [
        (
            "europe/berlin", FenceProblem.Severity.rejected,
            "there is no time zone \"europe/berlin\" (did you mean \"Europe/Berlin\"?)"
        ),
        (
            "Americas/New_York", .rejected,
            "there is no time zone \"Americas/New_York\" (did you mean \"America/New_York\"?)"
        ),
        ("Moon/Tycho", .rejected, "there is no time zone \"Moon/Tycho\""),
        (
            "Etc/GMT+3", .noted,
            "\"Etc/GMT+3\" is 3 h west of Greenwich, as POSIX counts; write \"-03:00\" for that, or "
                + "\"+03:00\" for the other side"
        ),
    ])
    func problemOfAZoneIsReportedWithItsLine(
        name: String, severity: FenceProblem.Severity, reason: String
    ) throws {
        let block = "TZif2" + String(repeating: "\0", count: 39)
        let composition = try Composition(
            "\(Self.gardenMonitor)time_zone = \"\(name)\"\n",
            files: [
                "/etc/g/garden.geojson": Self.garden,
                "/usr/share/zoneinfo/Etc/GMT+3": block + block + "\n<-03>3\n",
                "/usr/share/zoneinfo/tzdata.zi":
                    "# version 2024b\nR A 1970 o - S 1 0 -\nZ Europe/Berlin 1 - CET\nL Europe/Berlin Arctic/Pole\n"
                    + "Z America/New_York -5 u E%sT\n",
            ])
        #expect(
            composition.fileProblems.map { "\($0.problem.severity) \($0)" } == [
                "\(severity) /etc/g/geofenced.toml:\(Self.gardenMonitor.split(separator: "\n").count + 1): "
                    + "monitor.garden.time_zone: \(reason)"
            ])
    }

    /// Files may be valid, but fences in them unusable with the settings of their monitor.
    @Test func fencesThatAMonitorCannotEvaluateAreReported() throws {
        let text = """
            [source.gps]
            type = "auto"
            [[monitor]]
            name = "narrow"
            source = "gps"
            fences = "point.geojson"
            autostart = false
            [[monitor]]
            name = "wide"
            source = "gps"
            fences = "point.geojson"
            buffer_m = 5
            [[monitor]]
            name = "lost"
            source = "gps"
            fences = "lost.geojson"
            """
        let composition = try Composition(
            text, path: "/g.toml",
            files: ["/point.geojson": #"{"type":"Point","coordinates":[1,50]}"#])
        #expect(composition.fileProblems.map(\.description) == ["/lost.geojson: does not exist"])
        #expect(
            composition.engine.monitorProblems.map(\.description) == [
                "monitor narrow: fences '/point.geojson' hold no fence that can be evaluated",
                "monitor narrow: fence 'feature-0': a point or line needs a buffer above 0; give it "
                    + "buffer_m",
            ])
    }

    /// Without a ground plan the altitude determines no floor, and no other feature replaces the
    /// building.
    @Test(
        arguments: [
            (nil, "does not exist"),
            ("{", "the file is not valid JSON: "),
            (#"{"type":"FeatureCollection","features":[]}"#, missing),
            (collection(["Point"]), missing), (collection(["Point", "Polygon"]), missing),
            (collection(["Cube", "Polygon"]), "feature 0"), (collection(["Polygon", "Cube"]), nil),
        ] as [(String?, String?)])
    func unusablePlanDisablesItsFloorMap(plan: String?, reason: String?) throws {
        var files = ["/garden.geojson": Self.garden]
        files["/house.geojson"] = plan
        let composition = try Composition(
            """
            \(Self.gardenMonitor)
            [[floor_map]]
            name = "house"
            building = "house.geojson"
            floors = [{ floor = 0, altitude_min_m = 10, altitude_max_m = 13 }]
            """, path: "/g.toml", files: files)
        #expect(composition.configuration.files == ["/garden.geojson", "/house.geojson"])
        #expect(composition.engine.floorMaps.count == (reason == nil ? 1 : 0))
        #expect(composition.lostPlans.count == (reason == nil ? 0 : 1))
        #expect(composition.engine.unusableFloorMaps == composition.lostPlans.map(\.description))
        let sentence = "floor map 'house' cannot be used: /house.geojson: \(reason ?? "")"
        for lost in composition.lostPlans {
            #expect(lost.description.hasPrefix(sentence), "\(lost)")
            #expect(composition.fileProblems.contains(lost.problem))
        }
        #expect(composition.engine.monitorProblems.isEmpty)
    }

    private static let missing = "the first feature must be the polygon of the building"

    /// A file may be the plan of several buildings, and hold fences, too.
    @Test(arguments: ["{", collection(["Point"]), collection(["Polygon", "Cube"])])
    func problemsOfASharedFileAreReportedOnce(garden: String) throws {
        let floorMaps = ["house", "shed"].map { name in
            """
            [[floor_map]]
            name = "\(name)"
            building = "garden.geojson"
            floors = [{ floor = 0, altitude_min_m = 10, altitude_max_m = 13 }]

            """
        }
        let composition = try Composition(
            Self.gardenMonitor + floorMaps.joined(), path: "/g.toml",
            files: ["/garden.geojson": garden])
        let problem = try #require(composition.fileProblems.first)
        #expect(composition.fileProblems == [problem])
        let isLost = composition.engine.floorMaps.isEmpty
        #expect(composition.engine.floorMaps.map(\.name) == (isLost ? [] : ["house", "shed"]))
        #expect(
            composition.engine.unusableFloorMaps
                == (isLost ? ["floor maps 'house', 'shed' cannot be used: \(problem)"] : []))
    }

    /// Features of those types, all in the garden.
    private static func collection(_ types: [String]) -> String {
        let features = types.map { type in
            let places = type == "Point" ? "[1,50]" : "[[[1,50],[2,50],[2,51],[1,50]]]"
            return #"{"type":"Feature","geometry":{"type":"\#(type)","coordinates":\#(places)}}"#
        }
        return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    }

    /// A shape may be read without problems and still be unusable.
    @Test func unusableShapeIsAProblemOfItsFile() throws {
        let text = """
            \(Self.gardenMonitor)
            [[floor_map]]
            name = "house"
            building = "house.geojson"
            floors = [{ floor = 0, altitude_min_m = 10, altitude_max_m = 13 }]
            """
        let pond = "[[1.7,50.2],[1.7,50.2],[1.7,50.2],[1.7,50.2]]"
        let composition = try Composition(
            text, path: "/g.toml",
            files: [
                "/garden.geojson": Self.garden.replacing("]]]", with: "]],\(pond)]"),
                "/house.geojson": Self.garden.replacing("51", with: "50"),
            ])
        let problem =
            "/garden.geojson: fence 'feature-0': part 0, ring 1 has only 1 different points"
        #expect(
            composition.fileProblems.map(\.description) == [
                problem,
                "/house.geojson: fence 'feature-0': part 0, ring 0 has only 2 different points",
            ])
        #expect(composition.fileProblems.allSatisfy { $0.problem.severity == .rejected })
        #expect(composition.engine.fenceSets.values.map(\.problems) == [[problem]])
        #expect(composition.engine.floorMaps.isEmpty)
        #expect(composition.engine.unusableFloorMaps.count == 1)
        #expect(
            composition.engine.monitorProblems.map(\.reason) == [
                "fences '/garden.geojson' hold no fence that can be evaluated"
            ])
    }

    @Test func invalidConfigurationReadsNoFiles() {
        let result = Composition.load("[[monitor]]", path: "geofenced.toml") {
            (path, _) throws(UnreadableFile) in
            Issue.record("read \(path)")
            return []
        }
        #expect(throws: (any Error).self) { try result.get() }
    }

    @Test func runtimeSetNeedsNoFileAndNoFence() throws {
        let text = """
            [source.gps]
            type = "socket"
            [[monitor]]
            name = "m"
            source = "gps"
            fences = "run-time"
            """
        let composition = try Composition(text, files: [:])
        #expect(composition.fileProblems.isEmpty)
        #expect(composition.engine.monitorProblems.isEmpty)
        #expect(composition.configuration.files.isEmpty)
        #expect(composition.engine.fenceSets[.runTime]?.set?.count == 0)
        // A file of that name is named by a path.
        let file = text.replacing("run-time", with: "./run-time")
        #expect(try Composition(file, files: [:]).fileProblems.count == 1)
    }
}
