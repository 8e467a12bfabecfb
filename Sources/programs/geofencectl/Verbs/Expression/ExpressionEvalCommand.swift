internal import ArgumentParser
internal import Chronology
internal import Composition
internal import ControlProtocol
internal import Expressions

/// `geofencectl expression eval`
struct ExpressionEvalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval", abstract: "Evaluate an expression and print its value.",
        discussion: """
            --context names a JSON object of the variables: features as {"geometry": …, \
            "attributes": …}, geometries as ArcGIS writes them. What JSON has no form for is \
            {"$date": MILLISECONDS}, {"$num": "NaN"}. An expression that fails prints \
            {"$error": KIND} and exits with 1.

            --event takes the variables from an event of the log, its fence as it is now; for that \
            the daemon has to run. Everything else works without it. An event holds no satellitecount, hdop \
            and heading, which are null then, and no keys of the sender, which the fix then lacks.

            EXAMPLE
              echo '`${$fencefeature.name}: ${$fencenotificationtype}`' |
                geofencectl expression eval - --context event.json
              geofencectl expression eval message.arcade --event 1042
              geofencectl expression eval a.arcade --event 1042 --print-context
              echo 'Text(Now(), "dddd HH:mm")' |
                geofencectl expression eval - --time-zone Europe/Berlin --at 8h
            """)

    @OptionGroup var input: ExpressionInput
    @Option(
        help: ArgumentHelp("A file with the variables.", valueName: "file"), completion: .file())
    var context: String?
    @Option(
        help: ArgumentHelp(
            "Take the variables from the event of that number in the log.", valueName: "seq"))
    var event: Int64?
    @Option(
        name: .customLong("time-zone"),
        help: ArgumentHelp(
            "The zone of dates, as a monitor's time_zone. Default: UTC, or that of the monitor.",
            valueName: "zone"))
    var timeZone: String?
    @Option(
        help: ArgumentHelp(
            "The time of the decision: RFC 3339, or how long ago. Default: now, or that of the event.",
            valueName: "time"))
    var at: String?
    @Flag(help: "Print the variables as JSON for --context, and evaluate nothing.")
    var printContext = false
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if context != nil, event != nil {
            throw ValidationError("--context and --event both name the variables; give one.")
        }
    }

    func run() throws {
        let source = try input.text()
        let logged = try event.map { try LoggedEvent($0, connection.connect()) }
        var context =
            logged?.context ?? ExpressionContext(now_ms: Clock.now.milliseconds)
        context.seed = UInt64.random(in: .min ... .max)
        if logged == nil { context.variables = try variables() }
        if let timeZone { context.zone = try Self.zone(timeZone) }
        if let at { context.now_ms = try TimeExpression.time(at, as: "--at").milliseconds }
        if printContext {
            let members = context.variables.sorted { $0.key < $1.key }
            return Console.write(
                ExpressionJSON.text(
                    .dictionary(members.map { ExpressionMember($0.key, $0.value) })) + "\n")
        }
        do throws(ExpressionError) {
            let expression = try Expression(source, for: input.profile.ofExpression)
            context.zones = ZoneDatabase.rules(
                expression.zoneNames, NamedConfiguration.bytes)
            write(try expression.evaluate(in: context).value)
        } catch {
            write(.dictionary([ExpressionMember("$error", .text(error.kind.rawValue))]))
            Console.complain("geofencectl: \(input.file), \(error.description).\n")
            throw ExitCode(.checkFailed)
        }
    }

    private static func zone(_ name: String) throws -> ZoneRule {
        let rule = ZoneRule(name) ?? ZoneDatabase.rules([name], NamedConfiguration.bytes)[name]
        guard let rule else {
            throw ValidationError(
                "--time-zone: there is no time zone \"\(printable(name))\"; write one such as "
                    + "Europe/Berlin or +05:30.")
        }
        return rule
    }

    private func write(_ value: ExpressionValue) {
        if output.output == .table, case .text(let text) = value {
            Console.write(printable(text) + "\n")
        } else {
            Console.write(ExpressionJSON.text(value) + "\n")
        }
    }

    private func variables() throws -> [String: ExpressionValue] {
        guard let path = context else { return [:] }
        let bytes = try FileText.read(path, limit: Self.contextMaximum_bytes)
        let read: ExpressionValue
        do throws(ExpressionError) {
            read = try ExpressionJSON.value(String(decoding: bytes, as: UTF8.self))
        } catch {
            throw CommandFailure(.badData, "\(path): \(error.message).")
        }
        guard case .dictionary(let members) = read else {
            throw CommandFailure(
                .badData, "\(path) is not a JSON object.",
                hint: "Write an object with a member for each variable.")
        }
        return Dictionary(members.map { ($0.key.lowercased(), $0.value) }) { $1 }
    }

    /// The most bytes of a file with variables: many times a large fence.
    private static let contextMaximum_bytes = 16 << 20
}
