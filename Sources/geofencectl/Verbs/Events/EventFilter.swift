internal import ArgumentParser
internal import Chronology
internal import ControlProtocol

/// Which events a command looks at.
struct EventFilter: ParsableArguments {
    @Option(
        name: .customShort("n"), help: ArgumentHelp("Only the newest so many.", valueName: "count"))
    var count: Int?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only events after this.", valueName: "cursor|time|-span|begin|now"))
    var since: String?
    @Option(
        help: "Only events of this monitor; may be repeated.", completion: NameCompletion.monitors)
    var monitor: [String] = []
    @Option(help: "Only events of this fence; may be repeated.", completion: NameCompletion.fences)
    var fence: [String] = []
    @Option(
        help: "Only events of this type, such as entered; may be repeated.",
        completion: NameCompletion.eventTypes)
    var type: [String] = []

    /// Whether neither `-n` nor `--since` says where to begin.
    var hasNoStart: Bool { count == nil && since == nil }

    /// The subscription that the options describe.
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
                hint: "Write 5f3a:42, 2026-11-21T07:40:00Z, \"2026-11-21 07:40\", 07:40, -10min, "
                    + "begin or now.")
        }
        return request
    }

    /// The type of event of that name. Throws `noInput`, with all types that there are, when there is none: such
    /// an event never comes.
    static func knownType(_ name: String) throws -> String {
        let known = EventType.allCases.map(\.rawValue)
        guard !known.contains(name) else { return name }
        var failure = CommandFailure(
            .noInput, "There is no type of event \(printable(name)).",
            hint: "The types are \(known.joined(separator: ", ")): see man geofenced.events.")
        failure.suggestion = Suggestion.nearest(to: name, among: known)
        throw failure
    }

    /// Says on standard error which of the monitors and fences the daemon does not have now. That is no
    /// failure: events of what is gone may be stored, and a fence may be added later.
    func noteUnknownNames(_ client: Client) throws {
        try Self.noteUnknown(monitors: monitor, fences: fence, to: client)
    }

    /// Says on standard error which monitors and fences the daemon does not have now.
    static func noteUnknown(monitors: [String], fences: [String], to client: Client) throws {
        let known = monitors.isEmpty ? [] : try client.names(of: .monitors)
        for name in monitors where !known.contains(name) {
            var doubt = CommandFailure(.noInput, "There is no monitor \(printable(name)).")
            doubt.suggestion = Suggestion.nearest(to: name, among: known)
            Console.complain(doubt.text)
        }
        for id in fences {
            do {
                _ = try client.suggesting(.fences, for: id) {
                    try client.call(.fenceInspect, FenceChoice(fence: id), as: FenceDetail.self)
                }
            } catch let failure as CommandFailure where failure.status == .noInput {
                Console.complain(failure.text)
            }
        }
    }

    mutating func validate() throws {
        if let count, count < 0 { throw ValidationError("-n must not be negative.") }
    }
}
