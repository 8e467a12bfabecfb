internal import ArgumentParser
internal import ControlProtocol

/// `geofencectl now`
struct NowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "now", abstract: "Show where the receiver is: which fences it is in.",
        discussion: """
            A line for each monitor: the fence that was entered last, and all that the receiver is in \
            by name. Of a monitor whose source gives no fixes nothing is known.

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

    private func places(_ client: Client) throws -> [Place] {
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
        return monitors.map(Place.init)
    }

    private func show(_ places: [Place]) {
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
struct Place: Encodable, Equatable {
    /// The monitor.
    var monitor: String
    /// The name of the fence that was entered last; nil outside all fences.
    var current: String?
    /// The names of all fences that the receiver is inside, sorted.
    var nearby: [String]
    /// Why the position is unknown; nil where it is known.
    var unknown: String?

    init(_ record: MonitorRecord) {
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
