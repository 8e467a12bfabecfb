/// What the sentences of one moment say together, while they arrive.
struct Epoch {
    /// Positions of one epoch further apart than this, and than the way of a second, contradict each
    /// other: receivers round sentences differently, and some are a second late with one of them.
    static let agreementMetres = 50.0
    /// `GN`.
    static let combinedTalker: UInt16 = 0x474E

    var isOpen = false
    /// Whether its fix was delivered.
    var isDelivered = false
    /// Whether its lack of a fix was reported.
    var isReportedVoid = false
    /// Whether the line fell silent after it: what comes now is of the next one.
    var hasEnded = false
    /// How far the positions that count are apart at most, squared, in square metres.
    private var spreadSquared = 0.0

    var timeOfDay: Int64 = -1
    var packedDate: Int32 = -1
    var verdict = EpochVerdict()

    var hasPosition = false
    var latitude = 0.0
    var longitude = 0.0
    /// How much the position counts: 2 of all constellations together, 1 of the lead instrument.
    private var positionRank = 0

    var altitude = Double.nan
    var geoidSeparation = Double.nan
    var speed = Double.nan
    var course = Double.nan
    var hasVelocityOfRMC = false
    var heading = Double.nan
    var hdop = Double.nan
    var sigmaLatitude = Double.nan
    var sigmaLongitude = Double.nan
    var sigmaAltitude = Double.nan
    var satellitesUsed = -1
    var satellitesListed = -1
    var dimensions = 0
    /// What GSA had said before the last position: what it says behind that may be about the next one.
    private var surroundedDimensions = 0

    /// Which sentences have come, in which order.
    var roll = SentenceRoll()

    @inline(__always)
    init() {}

    /// Whether its positions contradict each other.
    var hasConflict: Bool {
        let limit = Self.agreementMetres + (speed.isNaN ? 0 : speed)
        return spreadSquared > limit * limit
    }

    /// Adds what a sentence says.
    ///
    /// - Parameter isOfLead: whether it is the lead instrument's.
    @inline(__always)
    mutating func merge(_ observation: Observation, isOfLead: Bool = true) {
        if timeOfDay < 0 { timeOfDay = observation.timeOfDay }
        if observation.packedDate >= 0 { packedDate = observation.packedDate }
        verdict.note(observation)
        if observation.hasPosition { mergePosition(observation, isOfLead: isOfLead) }
        if !observation.altitude.isNaN { altitude = observation.altitude }
        if !observation.geoidSeparation.isNaN { geoidSeparation = observation.geoidSeparation }
        if !observation.hdop.isNaN { hdop = observation.hdop }
        switch observation.kind {
        case .rmc:
            // Some receivers leave these empty, and say them in VTG.
            if !observation.speed.isNaN { speed = observation.speed }
            if !observation.course.isNaN { course = observation.course }
            hasVelocityOfRMC = hasVelocityOfRMC || !observation.speed.isNaN
        case .gga, .gns:
            satellitesUsed = max(satellitesUsed, observation.satellitesUsed)
        case .gsa:
            satellitesListed = max(satellitesListed, 0) + observation.satellitesUsed
            dimensions = max(dimensions, observation.dimensions)
        case .vtg:
            if !hasVelocityOfRMC {
                if !observation.speed.isNaN { speed = observation.speed }
                if !observation.course.isNaN { course = observation.course }
            }
        case .gst:
            sigmaLatitude = observation.sigmaLatitude
            sigmaLongitude = observation.sigmaLongitude
            sigmaAltitude = observation.sigmaAltitude
        case .hdt, .ths:
            if !observation.heading.isNaN { heading = observation.heading }
        case .gll, .gsv, .zda:
            break
        }
    }

    /// Leaves a "no fix" of GSA behind the last position to the next epoch, whose position is void:
    /// some receivers begin their cycle with GSA.
    mutating func leaveTrailingGSA() {
        if dimensions == EpochAssembler.noSolution { dimensions = surroundedDimensions }
    }

    /// Keeps the last position, but none of a single constellation after one of the combined
    /// solution (`GN`), nor another instrument's after one of the lead: receivers round and extrapolate sentences differently, and the last of a
    /// cycle is the one that other readers of the same receiver end up with.
    @inline(__always)
    private mutating func mergePosition(_ observation: Observation, isOfLead: Bool) {
        let rank = !isOfLead ? 0 : observation.talker == Self.combinedTalker ? 2 : 1
        surroundedDimensions = dimensions
        guard rank >= positionRank else { return }
        if rank > positionRank {
            positionRank = rank
            spreadSquared = 0
        } else if hasPosition,
            latitude != observation.latitude || longitude != observation.longitude
        {
            spreadSquared = max(
                spreadSquared,
                planeDistanceSquared(
                    latitude, longitude, observation.latitude, observation.longitude))
        }
        hasPosition = true
        latitude = observation.latitude
        longitude = observation.longitude
    }
}
