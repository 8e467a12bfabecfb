import Chronology
import Geodesy
import Geofencing

/// The columns of a recorded fix. Each is a number of 64 bits; the raw values are their order in the
/// file, which never changes within a version.
enum EntryColumn: Int, CaseIterable {
    case time, latitude, longitude, accuracy, accuracyLevel, altitude, verticalAccuracy
    case speed, course, floor, flags, satellites, refusal

    /// What stands for an unknown integer.
    static let unknownInteger = Int64.min
    /// What stands for an unknown measure: the bits of a NaN that no computation gives.
    static let unknownMeasure = UInt64.max

    /// The bits of the column `flags`.
    enum Flag {
        static let isLastKnown: UInt64 = 1
        static let comesAsJSONLine: UInt64 = 2
        static let hasWeekRollover: UInt64 = 4
    }

    /// The columns of a fix, in their order.
    ///
    /// - Parameter refusal: the number of the word for why it was refused; nil when it was not.
    static func values(
        of update: LocationUpdate, satellites: Int?, refusal: Int?
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
            case .satellites: integer(satellites.map(Int64.init))
            case .refusal: integer(refusal.map(Int64.init))
            }
        }
    }

    /// The fix of such columns; nil where they hold no place on the earth.
    static func update(of values: [UInt64]) -> LocationUpdate? {
        func integer(_ column: EntryColumn) -> Int64? {
            let value = Int64(bitPattern: values[column.rawValue])
            return value == unknownInteger ? nil : value
        }
        func measure(_ column: EntryColumn) -> Double? {
            let bits = values[column.rawValue]
            return bits == unknownMeasure ? nil : Double(bitPattern: bits)
        }
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
