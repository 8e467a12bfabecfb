public import ControlProtocol

/// The `transition` message of OwnTracks.
public enum OwnTracksTransition {
    /// The message of an event; nil for events without position and for other events than entries and exits.
    ///
    /// - Parameters:
    ///   - trackerID: one or two characters.
    ///   - start_s: since when the fences are loaded, seconds since 1970.
    public static func message(
        of event: EventRecord, trackerID: String, start_s: Int64
    ) -> JSONValue? {
        guard let fence = event.fence, ["entered", "exited"].contains(event.type),
            let lat = event.crossed_lat ?? event.lat, let lon = event.crossed_lon ?? event.lon,
            let time = EventTime.seconds(event.crossed_at ?? event.fix_time ?? event.emitted_at)
        else { return nil }
        var name = event.fence_name ?? fence
        while name.hasPrefix("-") { name.removeFirst() }
        return .object([
            "_type": .string("transition"),
            "event": .string(event.type == "entered" ? "enter" : "leave"),
            "desc": .string(name.isEmpty ? fence : name), "rid": .string(fence),
            "lat": .number(lat), "lon": .number(lon),
            "acc": .integer(accuracy(event.accuracy_m)), "tst": .integer(time),
            "wtst": .integer(start_s), "tid": .string(trackerID), "t": .string("l"),
        ])
    }

    /// Whole metres, at least 1: OwnTracks and Home Assistant drop less.
    public static func accuracy(_ accuracy_m: Double?) -> Int64 {
        Int64(min(max((accuracy_m ?? 1).rounded(.up), 1), 1e6))
    }
}
