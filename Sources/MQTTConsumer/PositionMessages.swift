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
        members["alt"] = fix.altitude_m.map { .integer(Int64($0.rounded())) }
        members["vel"] = fix.speed_mps.map { .integer(Int64(($0 * 3.6).rounded())) }
        // Just west of north is north, 0.
        members["cog"] = fix.course_deg.map { .integer(Int64($0.rounded()) % 360) }
        if !inside.isEmpty { members["inrids"] = .array(inside.map { .string($0) }) }
        return .json(
            topics.ownTracks(ownTracks), .object(members), qos: 0, isRetained: true)
    }
}
