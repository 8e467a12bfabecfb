/// The merged sentences of one moment while they arrive.
struct Epoch {
    /// Positions of one epoch contradict each other beyond this distance in metres plus the travel
    /// of a second: receivers round sentences differently, and some send one of them a second late.
    static let agreementMetres = 50.0

    var isOpen = false
    /// Whether the fix of the epoch was delivered.
    var isDelivered = false
    /// Whether the missing fix of the epoch was reported.
    var isReportedVoid = false
    /// Whether the line was silent after the epoch: later sentences belong to the next one.
    var hasEnded = false
    /// The maximum distance between the positions that are used, squared, in square metres.
    private var spreadSquared = 0.0

    var timeOfDay: Int64 = -1
    var packedDate: Int32 = -1
    var verdict = EpochVerdict()
    /// Whether a void sentence repeats the last known position.
    var isLastKnown = false

    var hasPosition = false
    var latitude = 0.0
    var longitude = 0.0
    /// The precedence of the position: 2 for `GN`, 1 for the selected talker, 0 for others.
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
    /// The number of GSA sentences; a receiver may send one for each satellite system.
    var countGSA = 0
    /// The dimensions of GSA before the last position: a later GSA may belong to the next epoch.
    private var dimensionsBeforePosition = 0

    /// The sentences that have arrived, in order.
    var sentences = EpochSentences()

    @inline(__always)
    init() {}

    /// Whether the positions of the epoch contradict each other.
    var hasConflict: Bool {
        let limit = Self.agreementMetres + (speed.isNaN ? 0 : speed)
        return spreadSquared > limit * limit
    }

    /// Adds the values of a sentence.
    ///
    /// - Parameter isOwn: whether the sentence is from the selected talker.
    @inline(__always)
    mutating func merge(_ observation: Observation, isOwn: Bool = true) {
        if timeOfDay < 0 { timeOfDay = observation.timeOfDay }
        if observation.packedDate >= 0 { packedDate = observation.packedDate }
        verdict.note(observation)
        if observation.isLastKnown { isLastKnown = true }
        if observation.hasPosition { mergePosition(observation, isOwn: isOwn) }
        if !observation.altitude.isNaN { altitude = observation.altitude }
        if !observation.geoidSeparation.isNaN { geoidSeparation = observation.geoidSeparation }
        if !observation.hdop.isNaN { hdop = observation.hdop }
        switch observation.kind {
        case .rmc:
            // Some receivers leave these fields empty and send the values in VTG.
            if !observation.speed.isNaN { speed = observation.speed }
            if !observation.course.isNaN { course = observation.course }
            hasVelocityOfRMC = hasVelocityOfRMC || !observation.speed.isNaN
        case .gga, .gns:
            satellitesUsed = max(satellitesUsed, observation.satellitesUsed)
        case .gsa:
            satellitesListed = max(satellitesListed, 0) + observation.satellitesUsed
            dimensions = max(dimensions, observation.dimensions)
            countGSA += 1
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
        case .gll, .gsv, .zda, .dtm:
            break
        }
    }

    /// Removes a "no fix" of GSA after the last position, because it belongs to the next epoch:
    /// some receivers start their cycle with GSA.
    mutating func leaveTrailingGSA() {
        if dimensions == EpochAssembler.noSolution { dimensions = dimensionsBeforePosition }
    }

    /// Uses the last position, except one of a single satellite system after one of the combined
    /// solution (`GN`), or one of another instrument after one of the selected talker. Receivers
    /// round and extrapolate sentences differently, and other programs also use the last one of a
    /// cycle.
    @inline(__always)
    private mutating func mergePosition(_ observation: Observation, isOwn: Bool) {
        let rank = !isOwn ? 0 : observation.talker == Talker.combined ? 2 : 1
        dimensionsBeforePosition = dimensions
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
