internal import ArgumentParser
internal import Chronology
internal import ControlProtocol

/// `geofencectl consumer …`
struct ConsumerCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consumer",
        abstract: "List, show, test, pause, resume, rewind and remove consumers of events.",
        discussion: """
            A consumer is a name with a durable cursor: the program that subscribes under it goes on \
            after the last event that it has acknowledged, whatever was killed or cut meanwhile. \
            geofencectl events --consumer makes one.

            EXAMPLES
              geofencectl consumer list
              geofencectl consumer rewind mqtt --since 2h
            """,
        subcommands: [
            ConsumerListCommand.self, VerbCommand<ConsumerVerbs, 0>.self,
            ConsumerTestCommand.self,
            VerbCommand<ConsumerVerbs, 1>.self, VerbCommand<ConsumerVerbs, 2>.self,
            ConsumerRewindCommand.self, ConsumerRemoveCommand.self,
        ], defaultSubcommand: ConsumerListCommand.self)
}

/// `geofencectl consumer list`
struct ConsumerListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show every consumer and how far it is behind.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let list = try connection.connect().call(.consumerList, Nothing(), as: ConsumerList.self)
        output.print(
            list, records: { $0.consumers }, table: { ConsumerTable.rows($0.consumers) })
    }
}

/// The verbs of one consumer.
struct ConsumerVerbs: VerbArguments {
    static let verbs = [
        Verb(
            name: "show", abstract: "Show one consumer with the events that it gave up.",
            method: .consumerInspect),
        Verb(
            name: "pause", abstract: "Send a consumer nothing until it is resumed.",
            method: .consumerPause),
        Verb(name: "resume", abstract: "Send a consumer events again.", method: .consumerResume),
    ]

    @Argument(help: "The consumer's name.", completion: NameCompletion.consumers)
    var consumer: String
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func perform(_ method: Method) throws {
        try show(method, ConsumerChoice(consumer: consumer))
    }

    /// Performs a method with parameters and shows the resulting consumer.
    func show(_ method: Method, _ parameters: some Encodable) throws {
        let record = try call(method, parameters, as: ConsumerRecord.self)
        output.print(record) { ConsumerTable.text($0) }
    }

    /// Performs a method. An unknown consumer throws with the nearest name.
    func call<Result: Decodable & Sendable>(
        _ method: Method, _ parameters: some Encodable, as type: Result.Type
    ) throws -> Result {
        let client = try connection.connect()
        return try client.suggesting(.consumers, for: consumer) {
            try client.call(method, parameters, as: type)
        }
    }
}

/// `geofencectl consumer rewind`
struct ConsumerRewindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewind", abstract: "Move the cursor of a consumer.",
        discussion: """
            Its program gets the events after the cursor again, or leaves out those before it.

            EXAMPLES
              geofencectl consumer rewind mqtt --to 8f3a5c0de1b27704:1200
              geofencectl consumer rewind mqtt --since 2h
              geofencectl consumer rewind mqtt --to begin
            """)
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The last event that counts as acknowledged.", valueName: "cursor|seq|begin"))
    var to: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Begin with the first event stored since then.", valueName: "span|time"))
    var since: String?
    @OptionGroup var control: ConsumerVerbs

    func run() throws {
        var rewind = ConsumerRewind(consumer: control.consumer)
        switch (to, since) {
        case (let to?, nil): try put(to, into: &rewind)
        case (nil, let since?):
            rewind.since_time = try TimeExpression.time(since, as: "--since").rfc3339
        case (nil, nil), (_?, _?):
            throw CommandFailure(.usage, "Give either --to or --since.")
        }
        try control.show(.consumerRewind, rewind)
    }

    private func put(_ to: String, into rewind: inout ConsumerRewind) throws {
        switch TimeExpression(to, now: Clock.now) {
        case .begin: rewind.since_seq = 0
        case .cursor(let cursor): rewind.cursor = cursor
        case .seq(let seq): rewind.since_seq = seq
        case .now, .time, nil:
            throw CommandFailure(
                .usage, "--to \"\(printable(to))\" is no cursor.",
                hint: "Write 5f3a:42 as event_id shows it, a number, or begin; times go with "
                    + "--since.")
        }
    }
}

/// `geofencectl consumer remove`
struct ConsumerRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a consumer and its cursor.",
        discussion: "Stop its program first: it is made again when it subscribes.")
    @OptionGroup var control: ConsumerVerbs

    func run() throws {
        let removed = try control.call(
            .consumerRemove, ConsumerChoice(consumer: control.consumer), as: Nothing.self)
        control.output.print(removed) { _ in "Removed \(printable(control.consumer)).\n" }
    }
}

/// `geofencectl consumer test`
struct ConsumerTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send a test event through a consumer.",
        discussion: """
            The event has the type test and "test": true. It is not in the log, and goes to this consumer alone: \
            to the broker, for instance, with the connection and the topic of all events. Exits with 0 when the \
            receiver has acknowledged it, and with 1 when it refused it or is not connected.
            """)
    @OptionGroup var control: ConsumerVerbs

    /// Seconds for the response; the daemon stops earlier.
    private static let patience_s = Limits.test_s + 5

    func run() throws {
        var control = control
        control.connection.timeout = control.connection.timeout ?? Self.patience_s
        let tested = try control.call(
            .consumerTest, ConsumerChoice(consumer: control.consumer), as: ConsumerTested.self)
        guard let error = tested.error else {
            let took = String(Int((tested.took_s * 1000).rounded()))
            return control.output.print(tested) { _ in
                "Test event \(printable(tested.event_id)) was delivered after \(took) ms.\n"
            }
        }
        throw CommandFailure(
            .checkFailed, "The test event was not delivered: \(printable(error))",
            hint: "See geofencectl consumer show \(printable(control.consumer)).")
    }
}
