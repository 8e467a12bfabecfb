internal import ArgumentParser
internal import ControlProtocol
internal import SystemServices

/// `geofencectl events`
struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Show events: stored ones, new ones, or both.",
        discussion: """
            Without -f, --since and -n: all events that are kept. With -f alone: new events. \
            -o json and -o jsonl print one event a line.

            --since takes an event's cursor (its event_id), a sequence number, a time \
            (2026-11-21T07:40+01:00, or 2026-11-21 07:40 or 07:40 in the zone of TZ or of this machine, \
            with --utc in UTC), a span before now (10min), begin or now. Times are those of the system clock when \
            events were stored (emitted_at). With -n: the newest so many of the events after that.

            With --consumer events are at least once: the daemon keeps for that name what was acknowledged, and \
            the same command goes on there after any kill or loss. It follows and reconnects by itself; filters \
            apply, and --since says where a consumer that is new begins. Without --exec and --ack an event is \
            acknowledged when it was written to standard output.

            --exec runs the program once for each event, with the record on its standard input: exit 0 \
            acknowledges, 75 is tried again later, and anything else is tried three times and then parked: see \
            geofencectl consumer show. A run that takes longer than --exec-timeout is ended, and so is the program \
            with everything in its process group when this command ends. Events that were lost come as a record of type gap with from_seq and \
            to_seq.

            A type of event, a fence or a monitor that does not exist, and of which no event is stored, ends \
            it with 66. Events without a receiver time begin with the time of their arrival, marked so.

            geofenced.events(7) describes every type of event, every field, and what to do about it.

            EXAMPLES
              geofencectl events -n 20
              geofencectl events -f --fence quarry
              geofencectl events --since begin -f -o json |
                while read -r event; do …; done
              geofencectl events --consumer gate --type entered \\
                --exec /usr/local/bin/open-gate
            """)

    @Flag(name: .shortAndLong, help: "Go on with new events until interrupted.")
    var follow = false
    @Flag(help: "With -f: wait for the daemon, and go on after the last event when it restarts.")
    var reconnect = false
    @Option(
        help: ArgumentHelp(
            "Go on after what this consumer has acknowledged.", valueName: "name"),
        completion: NameCompletion.consumers)
    var consumer: String?
    @Option(
        help: ArgumentHelp(
            "With --consumer: the program that gets each event.", valueName: "program"),
        completion: .file())
    var exec: String?
    @Option(
        help: ArgumentHelp("With --exec: seconds for one run [default: 60].", valueName: "s"))
    var execTimeout: Double?
    @Flag(
        help: """
            With --consumer: an event is acknowledged when its line, or its event_id alone, comes back on \
            standard input.
            """)
    var ack = false
    @Flag(
        help: """
            Only transitions by movement: no exit because the fence was changed or removed, and none with another \
            cause.
            """)
    var byMovement = false
    @Flag(help: "Show the message of each transition, also the standard one.")
    var message = false
    @OptionGroup var filter: EventFilter
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    /// Seconds for a program that acts on an event: longer than a device on a slow line takes to answer.
    private static let usualExecTimeout_s = 60.0

    func run() throws {
        var request = try filter.request()
        if let consumer { return try run(consumer, &request) }
        request.follow = follow
        if follow, filter.hasNoStart { request.last = 0 }
        if !follow, filter.hasNoStart { request.since_seq = 0 }
        var stream = EventStream(
            connection: connection, request: request,
            deadline: connection.deadline, reconnects: reconnect && follow
        ) { try EventFilter.review($1, of: $0) }
        try stream.run { line, event in
            guard !byMovement || event.isMovement else { return true }
            switch output.output {
            case .table:
                Console.write(
                    EventTable.line(event, units: output.units, withMessages: message))
            case .json, .jsonl: Console.writeLine(line)
            }
            return true
        }
    }

    private func run(_ consumer: String, _ request: inout SubscribeRequest) throws {
        request.consumer = consumer
        var action: ConsumerLoop.Action = ack ? .writeAndConfirm : .write
        if let exec {
            action = .execute(
                try EventProgram(exec, timeout_s: execTimeout ?? Self.usualExecTimeout_s))
        }
        let loop = ConsumerLoop(
            consumer, connection, request, output, action,
            isWanted: { !byMovement || $0.isMovement })
        try loop.run { try filter.reviewNames($0) }
    }

    mutating func validate() throws {
        if byMovement, filter.count != nil {
            throw ValidationError(
                "-n counts events of every cause: it does not go with --by-movement.")
        }
        if let execTimeout {
            guard exec != nil, 1...86_400 ~= execTimeout else {
                throw ValidationError("--exec-timeout is 1 to 86400 seconds, and needs --exec.")
            }
        }
        guard consumer == nil else {
            if filter.count != nil {
                throw ValidationError(
                    "A consumer gets every event: -n does not go with --consumer. --since says where a new "
                        + "one begins.")
            }
            if exec != nil, ack { throw ValidationError("--exec and --ack exclude each other.") }
            return
        }
        if exec != nil || ack { throw ValidationError("--exec and --ack need --consumer.") }
    }
}
