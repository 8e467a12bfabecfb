internal import ArgumentParser
internal import ControlProtocol
internal import SystemServices

/// `geofencectl now`
struct NowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "now", abstract: "Show which fences the receiver is inside.",
        discussion: """
            A line for each monitor: the fence that was entered last, and the names of all that the receiver \
            is inside. Of a monitor whose source delivers no fixes nothing is known. JSON has the id, name, \
            properties, distance and time of entry of each of these fences, too.

            EXAMPLES
              geofencectl now
              geofencectl now -f --monitor sections
            """)

    @Flag(name: .shortAndLong, help: "Show it again after each change, until interrupted.")
    var follow = false
    @Option(help: "Only this monitor.", completion: NameCompletion.monitors)
    var monitor: String?
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try connection.connect()
        guard follow else { return show(try places(client)) }
        let deadline = connection.deadline
        // Subscribes before the first query, so that no change is missed.
        _ = try client.call(.eventsSubscribe, SubscribeRequest(), as: Subscribed.self)
        var shown = try places(client)
        show(shown)
        while let news = try client.nextNotification(until: deadline) {
            guard news.kind == .event else { continue }
            let now = try places(client)
            if now != shown { show(now) }
            shown = now
        }
    }

    private func places(_ client: Client) throws -> [CurrentPlace] {
        let monitors = try client.suggesting(.monitors, for: monitor ?? "") {
            guard let monitor else {
                return try client.call(.monitorList, Nothing(), as: MonitorList.self).monitors
            }
            return [
                try client.call(
                    .monitorInspect, MonitorChoice(monitor: monitor), as: MonitorDetail.self
                ).monitor
            ]
        }
        return try monitors.map { monitor in
            var inside: [FenceState] = []
            if output.output != .table {
                let query = FenceQuery(monitor: monitor.name, state: "inside")
                try client.fencePages(of: query) { inside += $0 }
            }
            return CurrentPlace(monitor, inside)
        }
    }

    private func show(_ places: [CurrentPlace]) {
        // A stream has one record a line.
        if follow, output.output != .table {
            places.forEach { Console.writeLine(Wire.line($0)) }
        } else {
            output.print(
                places, records: { $0 },
                table: { places in places.map { printable($0.text) + "\n" }.joined() })
        }
    }
}

/// The position of the receiver according to one monitor.
struct CurrentPlace: Encodable, Equatable {
    /// The monitor.
    var monitor: String
    /// The name of the fence that was entered last; nil outside all fences.
    var current: String?
    /// The names of all fences that the receiver is inside, sorted.
    var nearby: [String]
    /// Why the position is unknown; nil where it is known.
    var unknown: String?
    /// The fences that the receiver is inside, in order of their ids; empty in a table.
    var inside: [Inside]

    /// A fence that the receiver is inside.
    struct Inside: Encodable, Equatable {
        var id: String
        var name: String
        /// When it was entered or first known to be inside, RFC 3339; nil where that is not known.
        var since: String?
        /// The signed distance of the last fix, metres, negative inside.
        var distance_m: Double?
        /// The properties, with the spelling of its file.
        var properties: RawJSON?

        /// The distance differs with every fix.
        static func == (one: Inside, other: Inside) -> Bool {
            (one.id, one.name, one.since) == (other.id, other.name, other.since)
        }
    }

    init(_ record: MonitorRecord, _ fences: [FenceState]) {
        let since = Dictionary(
            (record.entered ?? []).map { ($0.fence, $0.entered_at ?? $0.known_since) }
        ) { $1 }
        inside = fences.map { fence in
            Inside(
                id: fence.id, name: fence.name, since: fence.entered_at ?? since[fence.id] ?? nil,
                distance_m: fence.distance_m, properties: fence.properties)
        }
        monitor = record.name
        current = record.entered?.last?.name
        nearby = (record.entered ?? []).map(\.name).sorted()
        let lacks: Set = ["feed-not-running", "feed-stale"]
        unknown =
            record.status == "started"
            ? record.warnings.first { lacks.contains($0.code) }?.code : record.status
    }

    /// The text for people, one line.
    var text: String {
        if let unknown { return "\(monitor): not known (\(unknown))" }
        guard let current else { return "\(monitor): nothing nearby" }
        return "\(monitor): current: \(current); nearby: \(nearby.joined(separator: ", "))"
    }
}
