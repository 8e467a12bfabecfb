import Geodesy
import Geofencing
import Testing

/// Fences that are all far from their receiver are surely not those that were meant.
struct FenceRemotenessTests {
    /// A square of about 200 m around each place.
    private func set(_ places: [Coordinate]) -> FenceSet {
        let fences = places.enumerated().map { index, place in
            let (x, y) = (place.longitude, place.latitude)
            let ring = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)].map { east, north in
                Coordinate(latitude: y + Double(north) / 1000, longitude: x + Double(east) / 1000)
            }
            return Fence(
                id: "f\(index)", name: "", shape: .polygons([Polygon(rings: [ring])]),
                properties: nil, settings: FenceSettings())
        }
        return FenceSet.make(fences).set ?? .empty
    }

    private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
        Coordinate(latitude: latitude, longitude: longitude)
    }

    @Test func fencesWithExchangedCoordinatesAreCounted() throws {
        let exchanged = set([place(7, 51.5), place(7.2, 51.5), place(7, 51.5)])
        let remoteness = try #require(exchanged.remoteness(from: place(51.5, 7)))
        #expect(remoteness.exchangedCount == 2)
        #expect(
            remoteness.sentence("the last fix")
                == "has no fence within 500 km of the last fix, which would be inside 2 fences if "
                + "latitude and longitude were exchanged; write longitude first")
        #expect(exchanged.remoteness(from: place(7, 51.6)) == nil)
    }

    @Test func farFencesWithoutExchangedCoordinatesAreReportedAsAnotherFile() throws {
        let far = try #require(set([place(40, -3)]).remoteness(from: place(51.5, 7)))
        #expect(far.exchangedCount == 0)
        #expect(
            far.sentence("here").hasSuffix("within 500 km of here; check that it is the right file")
        )
        #expect(set([place(40, -3), place(51, 8)]).remoteness(from: place(51.5, 7)) == nil)
        #expect(set([]).remoteness(from: place(51.5, 7)) == nil)
    }

    @Test func nearIsNearAcrossTheAntimeridianAndAmongMany() {
        #expect(set([place(10, 179)]).remoteness(from: place(10, -179)) == nil)
        #expect(set([place(10, -179.5)]).remoteness(from: place(10, 179)) == nil)
        let many = (0..<1000).map { place(Double($0 / 50), Double($0 % 50)) }
        #expect(set(many).remoteness(from: place(20, 53)) == nil)
        #expect(set(many).remoteness(from: place(40, 90)) != nil)
    }
}
