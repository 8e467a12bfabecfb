import Chronology
import Composition
import Expressions
import Geofencing
import Messages
import Settings
import Testing

/// Valid settings that are likely mistakes give remarks and no problems.
@Suite struct RemarksTests {
    private static let yard = """
        {"type":"FeatureCollection","features":[
         {"type":"Feature","id":"yard","properties":{"geofence":{"radius_m":50},"Zone":"A"},
          "geometry":{"type":"Point","coordinates":[5,52]}},
         {"type":"Feature","id":"gate","properties":{"geofence":{"radius_m":50},"crew":null},
          "geometry":{"type":"Point","coordinates":[5,52.01]}}]}
        """

    private func composition(
        source: String = "", _ monitor: String, files: [String: String] = [:]
    ) throws -> Composition {
        let text = """
            [source.gps]
            type = "socket"
            \(source)
            [[monitor]]
            name = "m"
            source = "gps"
            fences = "yard.geojson"
            \(monitor)
            """
        return try Composition(
            text, files: files.merging(["/etc/g/yard.geojson": Self.yard]) { $1 })
    }

    @Test(arguments: [
        (
            "message_expression = \"$fencenotificationtype == 'enter'\"",
            "message_expression, line 1, column 27: $fencenotificationtype is never 'enter'"
        ),
        ("message_expression = '$fencefeatur.name'", "did you mean"),
        ("message_expression = 'Uper($fencefeature.name)'", "did you mean"),
        (
            "message_expression = '$fencefeature.zone + $fencefeature.crew + $fencefeature.owner'",
            ": no fence of /etc/g/yard.geojson has the property \"owner\""
        ),
        (
            "message = '$fenceFeature.name'",
            "message is emitted as it stands, with $fenceFeature in it"
        ),
        (
            "relation = 'enterContainsAndExitDoesNotContain'",
            "relation has no effect on a point"
        ),
        (
            "message_expression = \"ChangeTimeZone(Now(), 'Moon/Tycho')\"",
            "there is no time zone \"Moon/Tycho\" here"
        ),
    ])
    func likelyMistakesAreReported(monitor: String, remark: String) throws {
        let remarks = try composition(monitor).remarks
        #expect(remarks.count == 1, "\(remarks)")
        #expect(remarks.first?.hasPrefix("monitor m: ") == true)
        #expect(remarks.first?.contains(remark) == true, "\(remarks)")
    }

    @Test(arguments: [
        "message_expression = \"$fencenotificationtype == 'entered' && $fencefeature.name == 'x'\"",
        "message = 'costs 5 $ at {fence.name}'",
        "relation = 'enterContainsAndExitDoesNotContain'\naccuracy_mode = 'useGeometryWithAccuracy'",
        "message_expression = \"ChangeTimeZone(Now(), '+07:00')\"",
    ])
    func usualSettingsHaveNoRemarks(monitor: String) throws {
        #expect(try composition(monitor).remarks == [])
    }

    @Test func filterIsCheckedLikeAMessage() throws {
        let doubtful = try composition(source: "filter = '$locationUpdat.course > 1'", "")
        #expect(doubtful.remarks.first?.hasPrefix("source gps: filter, line 1, column 1: ") == true)
        #expect(doubtful.configuration.sourceProblems == [])
        let wrong = try composition(source: "filter = '1 +'", "")
        #expect(
            wrong.configuration.sourceProblems.first?.hasPrefix("source gps: filter, line 1")
                == true)
    }

    /// Zones that are named literally are read by name, and all of them where a name is computed.
    @Test(arguments: [
        ("'Africa/Casablanca'", ["Africa/Casablanca"]), ("'+07:00'", []),
        ("$fencefeature.zone", ["Africa/Casablanca", "Europe/Nowhere"]),
    ])
    func zonesOfAnExpressionAreRead(name: String, zones: [String]) throws {
        let block = "TZif2" + String(repeating: "\0", count: 39)
        let rules = block + block + "\nCET-1\n"
        let composition = try composition(
            "message_expression = \"ChangeTimeZone(Now(), \(name))\"",
            files: [
                "/usr/share/zoneinfo/tzdata.zi":
                    "# version\nZ Africa/Casablanca 0\nL Africa/Casablanca Europe/Nowhere\n",
                "/usr/share/zoneinfo/Africa/Casablanca": rules,
                "/usr/share/zoneinfo/Europe/Nowhere": rules,
            ])
        guard case .expression(let message)? = composition.engine.monitors.first?.message else {
            Issue.record("no expression")
            return
        }
        #expect(message.zones.keys.sorted() == zones)
    }
}
