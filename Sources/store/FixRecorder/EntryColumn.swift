import Chronology
import Fixes
import Geodesy

/// The columns of a recorded fix. Each is a 64-bit number. The raw values are their order in the
/// file, which never changes within a version.
enum EntryColumn: Int, CaseIterable {
    case time, latitude, longitude, accuracy, accuracyLevel, altitude, verticalAccuracy
    case speed, course, floor, flags, satellites, refusal
    // From version 2 on.
    case hdop, heading, additional

    /// Returns the number of columns in a block of that version.
    static func count(inVersion version: UInt8) -> Int {
        version == 1 ? hdop.rawValue : allCases.count
    }

    /// Returns the value of a column before the first fix: a column that the version lacks is
    /// unknown in every fix.
    func initial(inVersion version: UInt8) -> UInt64 {
        guard rawValue >= Self.count(inVersion: version) else { return 0 }
        return self == .additional
            ? UInt64(bitPattern: Self.unknownInteger) : Self.unknownMeasure
    }

    /// The value for an unknown integer.
    static let unknownInteger = Int64.min
    /// The value for an unknown measure: the bits of a NaN that no computation returns.
    static let unknownMeasure = UInt64.max

    /// The bits of the column `flags`.
    enum Flag {
        static let isLastKnown: UInt64 = 1
        static let comesAsJSONLine: UInt64 = 2
        static let hasWeekRollover: UInt64 = 4
    }

    /// Returns the values of all columns of a fix, in order.
    ///
    /// - Parameters:
    ///   - refusal: the number of the word for why the engine refused the fix; nil when it did not.
    ///   - additional: the number of the word that holds the text of the sender's own keys; nil
    ///     when it sent none.
    static func values(
        of update: LocationUpdate, _ details: FixDetails, refusal: Int?, additional: Int?
    ) -> [UInt64] {
        func integer(_ value: Int64?) -> UInt64 { UInt64(bitPattern: value ?? unknownInteger) }
        func measure(_ value: Double?) -> UInt64 { value?.bitPattern ?? unknownMeasure }
        var flags: UInt64 = 0
        if update.isLastKnown { flags |= Flag.isLastKnown }
        if update.comesAsJSONLine { flags |= Flag.comesAsJSONLine }
        if update.hasWeekRollover { flags |= Flag.hasWeekRollover }
        return allCases.map { column in
            switch column {
            case .time: integer(update.time?.nanoseconds)
            case .latitude: update.position.latitude.bitPattern
            case .longitude: update.position.longitude.bitPattern
            case .accuracy: measure(update.accuracy_m)
            case .accuracyLevel: update.accuracyLevel.bitPattern
            case .altitude: measure(update.altitude_m)
            case .verticalAccuracy: measure(update.verticalAccuracy_m)
            case .speed: measure(update.speed_mps)
            case .course: measure(update.course_deg)
            case .floor: integer(update.floor.map(Int64.init))
            case .flags: flags
            case .satellites: integer(details.satellites.map(Int64.init))
            case .refusal: integer(refusal.map(Int64.init))
            case .hdop: measure(details.hdop)
            case .heading: measure(details.heading_deg)
            case .additional: integer(additional.map(Int64.init))
            }
        }
    }

    /// Returns the integer in this column; nil where it is unknown.
    func integer(in values: [UInt64]) -> Int64? {
        let value = Int64(bitPattern: values[rawValue])
        return value == Self.unknownInteger ? nil : value
    }

    /// Returns the measure in this column; nil where it is unknown.
    func measure(in values: [UInt64]) -> Double? {
        let bits = values[rawValue]
        return bits == Self.unknownMeasure ? nil : Double(bitPattern: bits)
    }

    /// Returns the fix with these columns; nil when its position is not valid.
    static func update(of values: [UInt64]) -> LocationUpdate? {
        func integer(_ column: EntryColumn) -> Int64? { column.integer(in: values) }
        func measure(_ column: EntryColumn) -> Double? { column.measure(in: values) }
        let position = Coordinate(
            latitude: Double(bitPattern: values[EntryColumn.latitude.rawValue]),
            longitude: Double(bitPattern: values[EntryColumn.longitude.rawValue]))
        guard abs(position.latitude) <= 90, abs(position.longitude) <= 180 else { return nil }
        var update = LocationUpdate(
            position: position, time: integer(.time).map(UTCInstant.init(nanoseconds:)))
        update.accuracy_m = measure(.accuracy)
        update.accuracyLevel = Double(bitPattern: values[EntryColumn.accuracyLevel.rawValue])
        update.altitude_m = measure(.altitude)
        update.verticalAccuracy_m = measure(.verticalAccuracy)
        update.speed_mps = measure(.speed)
        update.course_deg = measure(.course)
        update.floor = integer(.floor).map { Int(clamping: $0) }
        let flags = values[EntryColumn.flags.rawValue]
        update.isLastKnown = flags & Flag.isLastKnown != 0
        update.comesAsJSONLine = flags & Flag.comesAsJSONLine != 0
        update.hasWeekRollover = flags & Flag.hasWeekRollover != 0
        return update
    }
}
