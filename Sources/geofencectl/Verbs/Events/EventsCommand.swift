internal import ArgumentParser
internal import ControlProtocol

/// `geofencectl events`
struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Show events: stored ones, new ones, or both.",
        discussion: """
            Without -f, --since and -n: all events that are kept. With -f alone: new events. \
            -o json and -o jsonl print one event a line.

            --since takes an event's cursor (its event_id), a sequence number, a time \
            (2026-11-21T07:40:00Z, or 2026-11-21 07:40 or 07:40 in UTC), a span (-10min), begin \
            or now. Times are those of the system clock when events were stored (emitted_at). With \
            -n: the newest so many of the events after that.

            geofenced.events(7) describes every type of event, every field, and what to do about it.

            EXAMPLES
              geofencectl events -n 20
              geofencectl events -f --fence quarry
              geofencectl events --since begin -f -o json |
                while read -r event; do …; done
            """)

    @Flag(name: .shortAndLong, help: "Go on with new events until interrupted.")
    var follow = false
    @Flag(help: "With -f: wait for the daemon, and go on after the last event when it restarts.")
    var reconnect = false
    @OptionGroup var filter: EventFilter
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var request = try filter.request()
        request.follow = follow
        if follow, filter.hasNoStart { request.last = 0 }
        if !follow, filter.hasNoStart { request.since_seq = 0 }
        var stream = EventStream(
            connection: connection, request: request,
            deadline: connection.deadline, reconnects: reconnect && follow
        ) { try filter.noteUnknownNames($0) }
        try stream.run { line, event in
            switch output.output {
            case .table: Console.write(EventTable.line(event, units: output.units))
            case .json, .jsonl: Console.writeLine(line)
            }
            return true
        }
    }
}
