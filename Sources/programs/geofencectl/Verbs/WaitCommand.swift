internal import ArgumentParser
internal import ControlProtocol
internal import SystemServices

/// `geofencectl wait`
struct WaitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait until there is a fix, a fence is entered or an event comes.",
        discussion: """
            Exits with 0 as soon as it is so, and with 75 when --timeout seconds were not enough; \
            without --timeout it waits for ever. A fence, monitor, source or type of event that does \
            not exist ends it with 66. geofenced.events(7) describes the types of events.

            EXAMPLES
              geofencectl wait --fix --timeout 120
              geofencectl wait --inside quarry && notify-send "At the quarry"
              geofencectl wait --event exited --fence anchor --by-movement
            """)

    @Flag(help: "Until a source has a current fix that was accepted.")
    var fix = false
    @Option(
        help: ArgumentHelp("Until this fence is inside; at once when it is.", valueName: "fence"),
        completion: NameCompletion.fences)
    var inside: String?
    @Option(
        help: ArgumentHelp("Until a new event of this type comes.", valueName: "type"),
        completion: NameCompletion.eventTypes)
    var event: String?
    @Option(
        help: "With --event: only this fence, by id or name.", completion: NameCompletion.fences)
    var fence: String?
    @Flag(
        help: """
            With --event: not an event that has another cause than movement, such as an exit because the fence \
            was changed or removed.
            """)
    var byMovement = false
    @Option(
        help: "With --inside or --event: only this monitor.", completion: NameCompletion.monitors)
    var monitor: String?
    @Option(help: "With --fix: only this source.", completion: NameCompletion.sources)
    var source: String?
    @Flag(help: "Wait for the daemon, and connect again when it restarts.")
    var reconnect = false
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        let conditions = (fix ? 1 : 0) + (inside == nil ? 0 : 1) + (event == nil ? 0 : 1)
        guard conditions == 1 else {
            throw ValidationError("Give exactly one of --fix, --inside and --event.")
        }
        if fix, monitor != nil {
            throw ValidationError("--monitor goes with --inside or --event; a fix has a --source.")
        }
        if event == nil, fence != nil || byMovement {
            throw ValidationError("--fence and --by-movement go with --event.")
        }
        if !fix, source != nil { throw ValidationError("--source goes with --fix only.") }
    }

    func run() throws {
        let deadline = connection.deadline
        if let event { return try waitForEvent(event, deadline) }
        let reconnection = Reconnection(
            connection: connection, deadline: deadline, isWanted: reconnect)
        let isFound = try reconnection.run { client, _ in
            if let inside {
                try waitInside(inside, client, deadline)
            } else {
                try waitForFix(client, deadline)
            }
        }
        if isFound != true {
            throw timedOut(inside.map { "fence \($0) was not entered" } ?? "no fix was accepted")
        }
    }

    private func waitForFix(_ client: Client, _ deadline: Deadline) throws -> Bool {
        _ = try client.lastFixes(FixQuery(source: source, follow: true))
        // Queried after the start of the stream: an earlier accepted fix is in this response.
        if let now = try client.acceptedFix(of: source) { return show(now) }
        while !deadline.isOver {
            // A fix that waits to be reordered is accepted after its arrival.
            _ = try client.nextNotification(
                until: deadline.earlier(than: .after(seconds: Self.look_s)))
            if let now = try client.acceptedFix(of: source) { return show(now) }
        }
        return false
    }

    private func show(_ fix: FixRecord) -> Bool {
        output.print(fix) { FixTable.line($0, units: output.units) }
        return true
    }

    private func waitInside(
        _ fence: String, _ client: Client, _ deadline: Deadline
    ) throws -> Bool {
        try client.checkMonitor(monitor)
        var choice = FenceChoice(fence: fence, monitor: monitor)
        let isInside = {
            let states = try client.call(.fenceInspect, choice, as: FenceDetail.self).states
            // Further queries use the id of the fence.
            if let id = states.first?.id { choice.fence = id }
            return states.first { $0.state == "inside" }.map(show) ?? false
        }
        if try client.suggesting(.fences, for: fence, isInside) { return true }
        let request = SubscribeRequest(
            types: [EventType.entered.rawValue], monitors: monitor.map { [$0] }, fences: [fence])
        _ = try client.call(.eventsSubscribe, request, as: Subscribed.self)
        while !deadline.isOver {
            let look = deadline.earlier(than: .after(seconds: Self.look_s))
            guard let news = try client.nextNotification(until: look) else {
                // A visit that continues after a restart or a gap has no second enter event.
                if try isInside() { return true }
                continue
            }
            guard news.kind == .event else { continue }
            show(try client.params(EventRecord.self, of: news.line))
            return true
        }
        return false
    }

    /// Seconds between two queries for a fence or a fix.
    private static let look_s = 1.0

    private func show(_ fence: FenceState) -> Bool {
        output.print(fence) { FenceTable.text([$0], units: output.units) }
        return true
    }

    private func waitForEvent(_ type: String, _ deadline: Deadline) throws {
        var request = SubscribeRequest(
            types: [try EventFilter.knownType(type)], monitors: monitor.map { [$0] },
            fences: fence.map { [$0] })
        // From now on, also after a new connection.
        request.last = 0
        var found = false
        var stream = EventStream(
            connection: connection, request: request, deadline: deadline, reconnects: reconnect
        ) { client, unknown in
            try client.checkMonitor(monitor)
            try EventFilter.review(unknown.filter { $0.kind == "fence" }, of: client)
        }
        try stream.run { _, event in
            guard !byMovement || event.isMovement else { return true }
            show(event)
            found = true
            return false
        }
        if !found { throw timedOut("no event \(type) came") }
    }

    private func show(_ event: EventRecord) {
        output.print(event) { EventTable.line($0, units: output.units) }
    }

    private func timedOut(_ what: String) -> CommandFailure {
        CommandFailure(
            .timedOut, "Within \(TimeText.span(connection.timeout)) \(what).",
            hint: "See the present state with: geofencectl status.")
    }
}
