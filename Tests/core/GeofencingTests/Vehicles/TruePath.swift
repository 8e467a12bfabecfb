import Geodesy

/// Where a vehicle really is, at short and even intervals.
struct TruePath {
    /// Seconds between two places.
    let step_s: Double
    private(set) var places: [Coordinate] = []
    private(set) var speeds_mps: [Double] = []
    /// The most that the vehicle moves from one place to the next, metres.
    private(set) var longestStep_m = 0.0

    init(step_s: Double) {
        self.step_s = step_s
    }

    mutating func append(_ place: Coordinate, _ speed_mps: Double) {
        places.append(place)
        speeds_mps.append(speed_mps)
        longestStep_m = max(longestStep_m, speed_mps * step_s)
    }

    /// The signed distance of every place from a circle's edge, negative inside; nil where it is
    /// more than `reach_m` outside.
    func clearances(center: Coordinate, radius: Double, reach_m: Double) -> [Double?] {
        let far_m = radius + reach_m
        let north = far_m / 110_000
        let east = north / (sineAndCosine(center.latitude * .pi / 180).cosine * 0.99)
        return places.map { place in
            let north_deg = place.latitude - center.latitude
            let east_deg = (place.longitude - center.longitude).remainder(dividingBy: 360)
            guard abs(north_deg) < north, abs(east_deg) < east else { return nil }
            let clearance = Self.distance(from: center, north_deg, east_deg, to: place) - radius
            return clearance < reach_m ? clearance : nil
        }
    }

    /// Metres; by a plane where its error is below a millimetre, since a geodesic costs far more.
    private static func distance(
        from center: Coordinate, _ north_deg: Double, _ east_deg: Double, to place: Coordinate
    ) -> Double {
        let degree = Coordinate(latitude: center.latitude + north_deg / 2, longitude: 0).degree_m
        let (north_m, east_m) = (north_deg * degree.north, east_deg * degree.east)
        let distance_m = (north_m * north_m + east_m * east_m).squareRoot()
        return distance_m < 3000 ? distance_m : center.distance(to: place)
    }

    /// Whether the path between two positions is so close to the straight segment that this crosses
    /// nothing that the vehicle has not met, give or take `tolerance_m`.
    func isStraight(from start: Int, to end: Int, tolerance_m: Double) -> Bool {
        let (first, last) = (places[start], places[end])
        return (start...end).allSatisfy { index in
            let share = start == end ? 0 : Double(index - start) / Double(end - start)
            let way = first.distance(to: last)
            let progress = way == 0 ? share : min(1, first.distance(to: places[index]) / way)
            let straight = Coordinate(
                latitude: first.latitude + progress * (last.latitude - first.latitude),
                longitude: first.longitude + progress * (last.longitude - first.longitude))
            return straight.distance(to: places[index]) <= tolerance_m
        }
    }
}
