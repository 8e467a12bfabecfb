internal import ArgumentParser
internal import ControlProtocol
internal import Settings

/// The verbs with a monitor and its settings.
struct MonitorSettings: VerbArguments {
    static let verbs = [
        Verb(
            name: "add", abstract: "Add a monitor to the running daemon.",
            discussion: """
                \(overTheFile)

                EXAMPLE
                  geofencectl monitor add spill source=gps buffer_m=25 \\
                    fences=/srv/spill.geojson 'confirm_exit={fixes=2,seconds=5}'
                """,
            method: .monitorAdd),
        Verb(
            name: "set", abstract: "Replace a monitor of the running daemon, or add it.",
            discussion: """
                The monitor has exactly these settings; all others have their defaults. It keeps its state \
                when its source and its fences stay the same.

                \(overTheFile)
                """,
            method: .monitorSet),
    ]

    @Argument(help: "The monitor's name.", completion: NameCompletion.monitors)
    var monitor: String
    @Argument(
        help: ArgumentHelp(
            "A setting by its key in geofenced.toml; the value is TOML or JSON, a text may stand "
                + "without quotes. A relative path of fences begins at the directory of that file, "
                + "one with ./ or ../ here.",
            valueName: "key=value"))
    var settings: [String] = []
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    /// The effect on the configuration, for the help of each command.
    static let overTheFile = """
        The configuration is not changed. A monitor that is changed at run time overrides it, also after \
        a reload and a restart, until: geofencectl monitor revert.
        """

    func perform(_ method: Method) throws {
        var members: [String: JSONValue] = [:]
        for setting in settings {
            guard let equals = setting.firstIndex(of: "=") else {
                throw CommandFailure(
                    .usage, "\(printable(setting)) has no value.",
                    hint: "Write KEY=VALUE, such as buffer_m=25.")
            }
            let (key, text) = (
                String(setting[..<equals]), String(setting[setting.index(after: equals)...])
            )
            members[key] = Self.value(text)
            if key == "fences", case .string(let path) = members[key] ?? .null {
                members[key] = .string(FenceSetChoice.asSeenByTheDaemon(path))
            }
        }
        let record = try connection.connect().call(
            method, MonitorGiven(monitor: monitor, settings: .object(members)),
            as: MonitorRecord.self)
        output.print(record) { MonitorTable.text([$0]) }
        if let failure = MonitorVerbs.failure(of: record) { throw failure }
    }

    /// Parses JSON, TOML as in the configuration, or plain text.
    private static func value(_ text: String) -> JSONValue {
        let texts = [text, SettingValue.json(text)].lazy.compactMap(\.self)
        return texts.compactMap { try? Wire.value(JSONValue.self, from: Array($0.utf8)) }.first
            ?? .string(text)
    }
}

/// `geofencectl monitor remove`
struct MonitorRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a monitor from the running daemon.",
        discussion: MonitorSettings.overTheFile)

    @Argument(help: "The monitor's name.", completion: NameCompletion.monitors)
    var monitor: String
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try connection.connect()
        let list = try client.suggesting(.monitors, for: monitor) {
            try client.call(
                .monitorRemove, MonitorChoice(monitor: monitor), as: MonitorList.self)
        }
        output.print(list, records: { $0.monitors }, table: MonitorTable.text)
    }
}

/// `geofencectl monitor revert`
struct MonitorRevertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revert",
        abstract:
            "Discard changes of monitors at run time, so that they follow the configuration again.")

    @Argument(
        help: "The monitor's name; without one, all of them.", completion: NameCompletion.monitors)
    var monitor: String?
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try connection.connect()
        let list = try client.suggesting(.monitors, for: monitor ?? "") {
            try client.call(
                .monitorRevert, MonitorReversion(monitor: monitor), as: MonitorList.self)
        }
        output.print(list, records: { $0.monitors }, table: MonitorTable.reverted)
    }
}
