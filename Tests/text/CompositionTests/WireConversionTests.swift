import Chronology
import Composition
import ControlProtocol
import FenceFiles
import Fixes
import Geodesy
import Geofencing
import Positioning
import Testing

@Suite struct WireConversionTests {
    @Test func diagnosticKeepsItsMessageAndFigures() {
        var diagnostic = Diagnostic(kind: .flapping, message: "yard flaps")
        diagnostic.fence = "yard"
        diagnostic.figures = ["toggles": 12]
        diagnostic.decidedAt = UTCInstant(nanoseconds: 0)
        let record = EventRecord(
            .diagnostic(diagnostic), at: Cursor(epoch: "e", seq: 7), emittedAt: nil,
            message: nil)
        #expect(
            String(decoding: Wire.line(record), as: UTF8.self)
                == #"{"decided_at":"1970-01-01T00:00:00.000Z","event_id":"e:7","fence":"yard","#
                + #""figures":{"toggles":12},"message":"yard flaps","seq":7,"type":"flapping"}"#)
    }

    /// Every case of the core has a value on the wire.
    @Test func everyCaseHasAWireValue() {
        for kind in Transition.Kind.allCases {
            #expect(EventType(rawValue: kind.rawValue)?.isTransition == true)
        }
        for kind in Diagnostic.Kind.allCases {
            #expect(EventType(rawValue: kind.rawValue)?.isTransition == false)
        }
    }

    @Test func untrustedTimeIsDropped() {
        let place = Coordinate(latitude: 52, longitude: 5)
        let time = UTCInstant(nanoseconds: 1)
        let believed = Fix(position: place, time: time)
        let doubted = Fix(position: place, time: time, timeQuality: .untrusted(.weekRollover))
        let dated = Fix(position: place, time: time, timeQuality: .untrusted(.dateFromSystemClock))
        #expect(LocationUpdate(believed).time == time)
        #expect(LocationUpdate(doubted).time == nil)
        #expect(LocationUpdate(dated).time == time)
        #expect(LocationUpdate(doubted).hasWeekRollover)
        #expect(!LocationUpdate(dated).hasWeekRollover)
    }

    /// A two-dimensional solution assumes its height, often the last one or 0.
    @Test func assumedAltitudeIsDropped() {
        for (mode, altitude) in [(FixMode.twoDimensional, nil), (.threeDimensional, 522.0)] {
            var fix = Fix(position: Coordinate(latitude: 52, longitude: 5), mode: mode)
            fix.altitudeMetres = 522
            #expect(LocationUpdate(fix).altitude_m == altitude)
            #expect(FixRecord(fix, source: nil).altitude_m == altitude)
        }
    }

    @Test func floorPolicyThatDiffersByKindIsListedForEach() {
        var monitor = MonitorDefinition(name: "m", source: "gps", fences: FenceSetName("f"))
        func policy(level: FloorPolicy) -> JSONValue? {
            var defaults = KindDefaults()
            defaults.floorPolicy = level
            return MonitorDetail.settings(of: monitor, level: defaults, global: KindDefaults())[
                "floor_policy"]
        }
        #expect(policy(level: .strict) == .string("strict"))
        #expect(
            policy(level: .lenient)
                == .object(["level": .string("lenient"), "global": .string("strict")]))
        monitor.floorPolicy = .lenient
        #expect(policy(level: .strict) == .string("lenient"))
    }

    /// The tolerances in force, in the unit that they have.
    @Test func tolerancesAreReportedInTheirUnit() {
        var monitor = MonitorDefinition(name: "m", source: "gps", fences: FenceSetName("f"))
        var global = KindDefaults()
        func value(_ key: String) -> JSONValue? {
            MonitorDetail.settings(of: monitor, level: KindDefaults(), global: global)[key]
        }
        let zeros = JSONValue.object(["level": .number(0), "global": .number(0)])
        #expect(value("tolerance_exit") == zeros)
        #expect(value("tolerance_exit_m") == .null)
        global.toleranceExit_m = 5
        #expect(value("tolerance_exit") == .object(["level": .number(0), "global": .null]))
        #expect(value("tolerance_exit_m") == .object(["level": .null, "global": .number(5)]))
        monitor.toleranceEnter_m = -2
        #expect(value("tolerance_enter") == .null)
        #expect(value("tolerance_enter_m") == .number(-2))
        #expect(value("tolerance_exit_m") == .object(["level": .number(0), "global": .number(5)]))
    }

    @Test(arguments: [
        #"{"coordinates":[5,52],"type":"Point"}"#,
        #"{"coordinates":[[5,52],[6,52]],"type":"LineString"}"#,
        #"{"coordinates":[[[5,52],[6,52],[6,53],[5,52]]],"type":"Polygon"}"#,
        #"{"coordinates":[[5,52],[6,53]],"type":"MultiPoint"}"#,
    ])
    func fenceRoundTripsAsGeoJSON(geometry: String) throws {
        let text =
            #"{"geometry":\#(geometry),"id":"a","properties":{"name":"A"},"type":"Feature"}"#
        let fence = try #require(FenceFile.read(Array(text.utf8)).fences?.first)
        #expect(String(decoding: FenceDetail.feature(fence).bytes, as: UTF8.self) == text)
    }

    /// Properties that the reader of fence files accepts are written as spelt, without loss.
    @Test(arguments: [
        "1e-999", "-0", "1E5", "1e308", "123456789012345678901234567890", "0.1e1",
        #""\u0000\/\ud83d\ude00""#, #"{"":[],"a":{"a":null},"b":1,"b":2}"#, "1e999",
        #""\ud83d""#, #"["\ude00"]"#, #"{"\ud83d":1}"#,
    ])
    func propertiesAreKeptOrTheFenceIsRefused(value: String) throws {
        let text =
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[5,52]},"#
            + #""properties":{"value":\#(value)}}"#
        let file = FenceFile.read(Array(text.utf8))
        let fence = file.fences?.first
        #expect((fence == nil) == file.problems.contains { $0.severity == .rejected })
        guard let fence else { return }
        let feature = FenceDetail.feature(fence)
        let properties = #""properties":{"value":\#(value)},"#
        #expect(String(decoding: Wire.line([feature]), as: UTF8.self).contains(properties))
        #expect(feature.value["properties"]?["value"] != nil)
    }
}
