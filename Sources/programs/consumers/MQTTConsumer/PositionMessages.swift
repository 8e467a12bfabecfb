internal import Consuming
internal import ControlProtocol

/// Makes the messages with the position of the device.
struct PositionMessages {
    let settings: MQTTSettings
    let topics: Topics

    /// The messages of a fix, with the fences that are inside.
    func messages(of fix: FixRecord, inside: [String]) -> [Message] {
        [native(fix, inside)] + [ownTracks(fix, inside)].compactMap(\.self)
    }

    private func native(_ fix: FixRecord, _ inside: [String]) -> Message {
        var members: [String: JSONValue] = [
            "latitude": .number(fix.lat), "longitude": .number(fix.lon),
            "in_fences": .array(inside.map { .string($0) }),
        ]
        members["gps_accuracy"] = fix.accuracy_m.map { .number($0) }
        members["altitude"] = fix.altitude_m.map { .number($0) }
        members["course"] = fix.course_deg.map { .number($0) }
        members["speed"] = fix.speed_mps.map { .number($0) }
        members["time"] = (fix.time ?? fix.received_at).map { .string($0) }
        return .json(topics.position, .object(members), qos: 0, isRetained: true)
    }

    private func ownTracks(_ fix: FixRecord, _ inside: [String]) -> Message? {
        guard let ownTracks = settings.ownTracks,
            let time = EventTime.seconds(fix.time ?? fix.received_at)
        else { return nil }
        var members: [String: JSONValue] = [
            "_type": .string("location"), "lat": .number(fix.lat), "lon": .number(fix.lon),
            "acc": .integer(OwnTracksTransition.accuracy(fix.accuracy_m)), "tst": .integer(time),
            "tid": .string(ownTracks.trackerID),
        ]
        members["alt"] = Self.whole(fix.altitude_m)
        members["vel"] = Self.whole(fix.speed_mps.map { $0 * 3.6 })
        // Just west of north is north, 0.
        members["cog"] = Self.whole(
            fix.course_deg.map { $0.rounded().truncatingRemainder(dividingBy: 360) })
        if !inside.isEmpty { members["inrids"] = .array(inside.map { .string($0) }) }
        return .json(
            topics.ownTracks(ownTracks), .object(members), qos: 0, isRetained: true)
    }

    /// The nearest whole number; nil where the number is not known or 32 bits do not hold it, which is what the
    /// apps of OwnTracks have for it.
    private static func whole(_ number: Double?) -> JSONValue? {
        number.flatMap { Int32(exactly: $0.rounded()) }.map { .integer(Int64($0)) }
    }
}
