internal import Chronology
internal import Composition
internal import ControlProtocol
internal import Expressions
internal import FenceFiles
internal import Fixes
internal import Geodesy
internal import Geofencing
import Messages

/// An event of the log as the context of an expression.
struct LoggedEvent {
    /// The variables of both profiles, the time of the decision, and the zone of the monitor.
    let context: ExpressionContext

    /// Requests an event, and its current fence and monitor.
    init(_ seq: Int64, _ client: Client) throws {
        guard let event = try Self.event(seq, client) else {
            throw CommandFailure(
                .noInput, "There is no event \(seq) in the log.",
                hint: "See geofencectl events for those that there are.")
        }
        guard event.isTransition else {
            throw CommandFailure(
                .badData, "The event \(seq) is of type \(event.type).",
                hint: "Expressions get entered, exited and dwelled events.")
        }
        var context = ExpressionContext(
            now_ms: event.decided_at.flatMap(UTCInstant.init(rfc3339:))?.milliseconds,
            zone: Self.zone(of: event, client))
        let fix = event.locationUpdate.map {
            ExpressionValue(feature: $0, nil, source: event.source ?? "")
        }
        context.variables = [
            "$fencenotificationtype": .text(event.type),
            "$feedfeature": fix ?? .null,
            "$locationupdate": fix ?? .null,
            "$fencefeature": ExpressionValue(
                fence: event.fence ?? "", name: event.fence_name ?? event.fence ?? "",
                properties: event.properties.map { String(decoding: $0.bytes, as: UTF8.self) },
                shape: Self.shape(of: event, client)),
        ]
        self.context = context
    }

    private static func event(_ seq: Int64, _ client: Client) throws -> EventRecord? {
        guard (1..<client.hello.next_seq).contains(seq) else { return nil }
        var query = EventQuery()
        query.since_seq = seq - 1
        return try client.call(.eventsList, query, as: EventList.self).events.first {
            $0.seq == seq
        }
    }

    /// Returns the fence as drawn; nil for a removed fence.
    private static func shape(of event: EventRecord, _ client: Client) -> Shape? {
        guard let fence = event.fence,
            let detail = try? client.call(
                .fenceInspect, FenceChoice(fence: fence, monitor: event.monitor),
                as: FenceDetail.self)
        else { return nil }
        return FenceFile.read(detail.feature.bytes).fences?.first?.shape
    }

    /// Returns the zone of the monitor; UTC when unknown.
    private static func zone(of event: EventRecord, _ client: Client) -> ZoneRule {
        guard let monitor = event.monitor,
            let detail = try? client.call(
                .monitorInspect, MonitorChoice(monitor: monitor), as: MonitorDetail.self),
            let name = detail.settings["time_zone"]?.text
        else { return .utc }
        return ZoneRule(name)
            ?? ZoneDatabase.rules([name], NamedConfiguration.bytes)[name] ?? .utc
    }
}

extension EventRecord {
    /// The fix of the event, with the fields of its record; nil without a fix.
    fileprivate var locationUpdate: LocationUpdate? {
        guard let lat, let lon else { return nil }
        var update = LocationUpdate(
            position: Coordinate(latitude: lat, longitude: lon),
            time: fix_time.flatMap(UTCInstant.init(rfc3339:)))
        update.accuracy_m = accuracy_m
        if let accuracy_level { update.accuracyLevel = accuracy_level }
        update.speed_mps = speed_mps
        update.course_deg = course_deg
        update.altitude_m = altitude_m
        update.floor = floor
        return update
    }
}
