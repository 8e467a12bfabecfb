/// A position of an instrument with its time.
struct TimedPosition {
    /// Nanoseconds since midnight UTC; -1 unknown.
    var timeOfDay: Int64 = -1
    var latitude = 0.0
    var longitude = 0.0

    @inline(__always)
    init() {}

    @inline(__always)
    init(_ observation: Observation) {
        timeOfDay = observation.timeOfDay
        latitude = observation.latitude
        longitude = observation.longitude
    }

    /// The squared distance to another position, in square metres.
    func distanceSquared(to other: TimedPosition) -> Double {
        planeDistanceSquared(latitude, longitude, other.latitude, other.longitude)
    }

    /// Nanoseconds from one time of day to another, half a day at most to either side.
    @inline(__always)
    static func nanoseconds(from start: Int64, to end: Int64) -> Int64 {
        let day = Observation.nanosecondsPerDay
        let apart = end &- start
        if apart > day / 2 { return apart &- day }
        return apart < -day / 2 ? apart &+ day : apart
    }
}
