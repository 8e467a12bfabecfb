import Chronology
public import ControlProtocol
public import FixRecorder
import Fixes
import Geodesy
import Suggestions

extension RecordingEntry {
    /// Converts a recorded entry to its public form.
    public init(_ entry: RecordedEntry) {
        self.init(
            number: entry.number, type: "", boot_ns: entry.input.at.nanoseconds,
            received_at: entry.receivedAt.rfc3339)
        boot_id = entry.boot?.text
        source = entry.input.source.isEmpty ? nil : entry.input.source
        switch entry.input.content {
        case .fix(let update, let details, let refusal):
            type = "fix"
            refused = refusal
            satellites = details.satellites
            hdop = details.hdop
            heading_deg = details.heading_deg
            additional = details.additional.map { RawJSON(checked: Array($0.utf8)) }
            put(update)
        case .running(let isRunning): type = isRunning ? "running" : "not-running"
        case .restarted: type = "restarted"
        case .wallClock(let offset_ns):
            type = "clock"
            self.offset_ns = offset_ns
        case .started: type = "started"
        }
    }

    private mutating func put(_ update: LocationUpdate) {
        time = update.time?.rfc3339
        time_ns = update.time?.nanoseconds
        lat = update.position.latitude
        lon = update.position.longitude
        altitude_m = update.altitude_m
        vertical_accuracy_m = update.verticalAccuracy_m
        speed_mps = update.speed_mps
        course_deg = update.course_deg
        accuracy_m = update.accuracy_m
        accuracy_level = update.accuracyLevel
        floor = update.floor
        last_known = update.isLastKnown ? true : nil
        json_line = update.comesAsJSONLine ? true : nil
        week_rollover = update.hasWeekRollover ? true : nil
    }
}

extension RecordedEntry {
    /// Converts an entry from its public form; nil for a type of a later version.
    public init?(_ entry: RecordingEntry) {
        let content: RecordedInput.Content
        switch entry.type {
        case "fix":
            guard let update = LocationUpdate(entry) else { return nil }
            let details = FixDetails(
                satellites: entry.satellites, hdop: entry.hdop, heading_deg: entry.heading_deg,
                additional: entry.additional.map { String(decoding: $0.bytes, as: UTF8.self) })
            content = .fix(update, details: details, refusal: entry.refused)
        case "running": content = .running(true)
        case "not-running": content = .running(false)
        case "restarted": content = .restarted
        case "clock": content = .wallClock(offset_ns: entry.offset_ns)
        case "started": content = .started
        default: return nil
        }
        guard let receivedAt = UTCInstant(rfc3339: entry.received_at) else { return nil }
        self.init(
            number: entry.number, boot: entry.boot_id.flatMap { BootID($0) },
            receivedAt: receivedAt,
            input: RecordedInput(
                content, source: entry.source ?? "",
                at: BootInstant(nanoseconds: entry.boot_ns)))
    }
}

extension LocationUpdate {
    fileprivate init?(_ entry: RecordingEntry) {
        guard let lat = entry.lat, let lon = entry.lon, abs(lat) <= 90, abs(lon) <= 180 else {
            return nil
        }
        self.init(
            position: Coordinate(latitude: lat, longitude: lon),
            time: entry.time_ns.map(UTCInstant.init(nanoseconds:)))
        altitude_m = entry.altitude_m
        verticalAccuracy_m = entry.vertical_accuracy_m
        speed_mps = entry.speed_mps
        course_deg = entry.course_deg
        accuracy_m = entry.accuracy_m
        accuracyLevel = entry.accuracy_level ?? accuracyLevel
        floor = entry.floor
        isLastKnown = entry.last_known ?? false
        comesAsJSONLine = entry.json_line ?? false
        hasWeekRollover = entry.week_rollover ?? false
    }
}

extension RecordingDamage {
    /// The damaged parts, one sentence each; nil when nothing is damaged.
    public var sentences: [String]? {
        guard !isNothing else { return nil }
        var sentences = files.map { "A file of the recording is left out: \($0)." }
        if places > 0 {
            sentences.append(
                "\(bytes) bytes at \(counted(places, "place")) of the recording "
                    + "are cut or damaged and left out.")
        }
        return sentences
    }
}
