/// A position of an instrument with its time.
struct TimedPosition {
    /// Nanoseconds since midnight UTC; -1 when unknown.
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

    /// Returns the squared distance to another position in square metres.
    func distanceSquared(to other: TimedPosition) -> Double {
        planeDistanceSquared(latitude, longitude, other.latitude, other.longitude)
    }

    /// Returns the nanoseconds from one time of day to another, from -12 h to 12 h.
    @inline(__always)
    static func nanoseconds(from start: Int64, to end: Int64) -> Int64 {
        let day = Observation.nanosecondsPerDay
        let apart = end &- start
        if apart > day / 2 { return apart &- day }
        return apart < -day / 2 ? apart &+ day : apart
    }
}
