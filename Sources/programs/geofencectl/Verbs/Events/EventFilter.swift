internal import ArgumentParser
internal import Chronology
internal import ControlProtocol

/// The events that a command selects.
struct EventFilter: ParsableArguments {
    @Option(
        name: .customShort("n"), help: ArgumentHelp("Only the newest so many.", valueName: "count"))
    var count: Int?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only events after this.", valueName: "cursor|number|time|span|begin|now"))
    var since: String?
    @Option(
        help: "Only events of this monitor; may be repeated.", completion: NameCompletion.monitors)
    var monitor: [String] = []
    @Option(
        help: "Only events of this fence, by id or name; may be repeated.",
        completion: NameCompletion.fences)
    var fence: [String] = []
    @Option(
        help: "Only events of this type, such as entered; may be repeated.",
        completion: NameCompletion.eventTypes)
    var type: [String] = []

    /// Whether neither `-n` nor `--since` is given.
    var hasNoStart: Bool { count == nil && since == nil }

    /// Returns the subscription for the options.
    func request() throws -> SubscribeRequest {
        var request = SubscribeRequest()
        request.last = count
        request.types = type.isEmpty ? nil : try type.map(Self.knownType)
        request.monitors = monitor.isEmpty ? nil : monitor
        request.fences = fence.isEmpty ? nil : fence
        guard let since else { return request }
        switch TimeExpression(since, now: Clock.now) {
        case .begin: request.since_seq = 0
        case .now: request.last = 0
        case .cursor(let cursor): request.cursor = cursor
        case .seq(let seq): request.since_seq = seq
        case .time(let time): request.since_time = time.rfc3339
        case nil:
            throw CommandFailure(
                .usage, "--since \"\(printable(since))\" is neither a cursor nor a time.",
                hint: "Write 5f3a:42, 2026-11-21T07:40+01:00, \"2026-11-21 07:40\", 07:40, 10min, "
                    + "begin or now.")
        }
        return request
    }

    /// Returns a known event type. Throws `noInput` with all types for an unknown one.
    static func knownType(_ name: String) throws -> String {
        let known = EventType.allCases.map(\.rawValue)
        guard !known.contains(name) else { return name }
        var failure = CommandFailure(
            .noInput, "There is no type of event \(printable(name)).",
            hint: "The types are \(known.joined(separator: ", ")): see man geofenced.events.")
        failure.suggestion = Suggestion.nearest(to: name, among: known)
        throw failure
    }

    /// Checks the names of the options before events are processed.
    func reviewNames(_ client: Client) throws {
        var query = EventQuery()
        query.last = 0
        query.monitors = monitor.isEmpty ? nil : monitor
        query.fences = fence.isEmpty ? nil : fence
        guard query.monitors != nil || query.fences != nil else { return }
        let list = try client.call(.eventsList, query, as: EventList.self)
        try Self.review(list.unknown ?? [], of: client)
    }

    /// Reports on standard error the names that only stored events have. Throws `noInput` with the
    /// nearest name for a name that no stored event has: it is probably misspelt.
    static func review(_ unknown: [UnknownName], of client: Client) throws {
        for name in unknown {
            var query = EventQuery()
            query.last = 1
            query[name.kind] = [name.name]
            let stored = try client.call(.eventsList, query, as: EventList.self).events
            try review(name, isStored: !stored.isEmpty, "event")
        }
    }

    /// Does the same for one name.
    ///
    /// - Parameters:
    ///   - isStored: whether stored data has the name.
    ///   - thing: the kind of that data.
    static func review(_ unknown: UnknownName, isStored: Bool, _ thing: String) throws {
        let name = printable("\(unknown.kind) \(unknown.name)")
        var doubt = CommandFailure(
            .noInput,
            isStored
                ? "There is no \(name)." : "There is no \(name), and no \(thing) of one is stored.",
            hint: isStored ? "The events shown are from before it was removed." : nil)
        doubt.suggestion = unknown.suggestion
        guard isStored else { throw doubt }
        Console.complain(doubt.text)
    }

    mutating func validate() throws {
        if let count, count < 0 { throw ValidationError("-n must not be negative.") }
    }
}

extension EventRecord {
    /// Whether a movement of the receiver caused the transition, and not, for instance, a change
    /// of the fence.
    var isMovement: Bool { isTransition && cause == nil }
}

extension EventQuery {
    /// The names of a kind in the query.
    fileprivate subscript(kind: String) -> [String]? {
        get { kind == "monitor" ? monitors : fences }
        set { if kind == "monitor" { monitors = newValue } else { fences = newValue } }
    }
}
