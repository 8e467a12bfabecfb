import Chronology
import Geodesy
import Positioning
import Testing

/// Paths and the receivers that follow them.
struct SimulatedTrackTests {
    private func read(_ text: String) throws -> [[Double]] {
        try SimulatedPath.read(Array(text.utf8)).places.map { [$0.longitude, $0.latitude] }
    }

    @Test(arguments: [
        #"{"paths":[[[11,48],[12,48]],[[12,49]]],"spatialReference":{"wkid":4326}}"#,
        #"{"points":[[11,48],[12,48],[12,49]]}"#,
        #"{"type":"LineString","coordinates":[[11,48,500],[12,48,500],[12,49,500]]}"#,
        #"{"type":"Feature","properties":{},"geometry":{"type":"MultiPoint","coordinates":[[11,48],[12,48],[12,49]]}}"#,
        #"{"type":"FeatureCollection","features":[{"geometry":{"type":"Point","coordinates":[11,48]}},{"geometry":{"type":"MultiLineString","coordinates":[[[12,48],[12,49]]]}}]}"#,
        "[[11,48],[12,48],[12,49]]",
    ])
    func everyNotationGivesThePath(_ text: String) throws {
        #expect(try read(text).map { Array($0.prefix(2)) } == [[11, 48], [12, 48], [12, 49]])
    }

    @Test(arguments: [
        ("nonsense", "not JSON"), (#"{"type":"LineString","coordinates":[]}"#, "no positions"),
        (#"{"paths":[[[1,2]]],"spatialReference":{"wkid":102100}}"#, "102100"),
        ("[[11,98]]", "Position 1"), ("[[11]]", "Position 1"),
    ])
    func invalidPathIsExplained(_ text: String, _ word: String) {
        let problem = #expect(throws: SimulatedPath.Problem.self) { try read(text) }
        #expect(problem?.sentence.contains(word) == true)
    }

    @Test func pathIsFollowedAtItsSpeedToItsEnd() throws {
        let path = try #require(
            SimulatedPath([
                Coordinate(latitude: 0, longitude: 179.9999),
                Coordinate(latitude: 0, longitude: -179.9999),
                Coordinate(latitude: 0.0001, longitude: -179.9999),
            ]))
        let start = UTCInstant(rfc3339: "2026-11-21T12:00:00Z")
        let track = try #require(
            SimulatedTrack(path, pace: .speed(2), start: start, accuracyMetres: 5))
        let fixes = Array(track)
        let length = zip(path.places, path.places.dropFirst())
            .reduce(0) { $0 + $1.0.distance(to: $1.1) }
        #expect(fixes.count == Int(length / 2) + 2)
        #expect(fixes.last?.position == path.places.last)
        for (before, after) in zip(fixes, fixes.dropFirst()).dropLast() {
            #expect(before.position.distance(to: after.position) <= 2.000001)
            #expect(after.time == before.time?.advanced(bySeconds: 1))
        }
        #expect(fixes[1].courseDegrees.map { abs($0 - 90) < 1e-6 } == true)
        #expect(fixes[0].horizontalAccuracy?.radius95Metres == 5)
        #expect(fixes.last?.speedMetresPerSecond == 0)
    }

    @Test func everyListedPositionGivesAFix() throws {
        let path = try #require(
            SimulatedPath([
                Coordinate(latitude: 48, longitude: 11),
                Coordinate(latitude: 48.001, longitude: 11),
            ]))
        let track = try #require(SimulatedTrack(path, pace: .placeByPlace))
        #expect(track.map(\.position) == path.places)
        #expect(track.allSatisfy { $0.time == nil && $0.timeQuality == .none })
    }

    @Test func singlePositionIsOneFixAndInvalidSpeedsAreRefused() throws {
        let path = try #require(SimulatedPath([Coordinate(latitude: 48, longitude: 11)]))
        #expect(SimulatedTrack(path, pace: .speed(1)).map { Array($0).count } == 1)
        #expect(SimulatedTrack(path, pace: .speed(0)) == nil)
        #expect(SimulatedTrack(path, pace: .speed(1), intervalSeconds: 0) == nil)
        #expect(SimulatedPath([]) == nil)
    }
}
