internal import ArgumentParser
internal import ControlProtocol
internal import FenceFiles
internal import Suggestions

/// The common part of the commands that change a fence set.
struct FenceChangeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The fence set: the path of its file, run-time, or the name of a monitor that watches it. "
                + "Default: the only one there is.",
            valueName: "set"))
    private var set: String?
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    /// The effect on the file of the set, for the help of each command.
    static let overTheFile = """
        The file of the set is not changed. A fence that is changed at run time overrides the file, \
        also after a reload and a restart; config show counts such fences. It follows the file again \
        when it equals the fence of the file, or after: geofencectl fence revert.
        """

    /// The set by its name for the daemon; nil for the only set.
    var chosenSet: String? { self.set.map(FenceSetChoice.asSeenByTheDaemon) }

    /// Performs the method and shows the change.
    func perform(
        _ method: Method, _ parameters: some Encodable,
        text: (FenceChange) -> String = FenceTable.text
    ) throws {
        let client = try connection.connect()
        let change = try client.call(method, parameters, as: FenceChange.self)
        output.print(change, table: text)
    }
}

/// The verbs with the fences of a file, or with a circle around the receiver.
struct FenceDrawing: VerbArguments {
    static let verbs = [
        Verb(
            name: "add",
            abstract: "Add the fences of a GeoJSON file, or a circle around the last accepted fix.",
            discussion: """
                All of them are added, or none when the set has one of them already. With --here a circle of so \
                many metres is drawn around the last accepted fix, as for an anchor watch.

                \(FenceChangeOptions.overTheFile)

                EXAMPLE
                  echo '{"type":"Feature","id":"spill",
                    "geometry":{"type":"Point","coordinates":[4.89,52.37]},
                    "properties":{"geofence":{"buffer_m":25}}}' |
                    geofencectl fence add --set yard -
                  geofencectl fence add --here 60 --id anchor
                """,
            method: .fenceAdd),
        Verb(
            name: "replace", abstract: "Change or move fences, matched by id.",
            discussion: """
                All of them are changed, or none when the set lacks one of them. With --here the fence of --id \
                becomes a circle of so many metres around the last accepted fix.

                \(FenceChangeOptions.overTheFile)

                EXAMPLE
                  geofencectl fence replace --here 80 --id anchor
                """,
            method: .fenceReplace),
    ]

    @Argument(help: "A GeoJSON feature or feature collection; - is standard input.")
    var file: String?
    @Option(
        help: ArgumentHelp(
            "A circle of so many metres around the last accepted fix.", valueName: "m"))
    var here: Double?
    @Option(help: "With --here: the id of the fence. Default of add: here- and the time.")
    var id: String?
    @Option(
        help: "With --here: the source of the fix. Default: the only one that has a position.",
        completion: NameCompletion.sources)
    var source: String?
    @OptionGroup var change: FenceChangeOptions

    mutating func validate() throws {
        guard (file == nil) != (here == nil) else {
            throw ValidationError("Give either a file or --here.")
        }
        if here == nil, id != nil || source != nil {
            throw ValidationError("--id and --source go with --here.")
        }
        let largest_m = FenceUse.distances_m.upperBound
        if let here, !(here > 0 && here <= largest_m) {
            throw ValidationError(
                "--here must be a number of metres greater than 0 and at most \(Int(largest_m)).")
        }
    }

    func perform(_ method: Method) throws {
        if let file {
            let features = FenceFeatures(
                set: change.chosenSet, features: try FeatureFile.features(file))
            return try change.perform(method, features)
        }
        guard let id = id ?? (method == .fenceAdd ? "here-\(TimeText.compact(Clock.now))" : nil)
        else {
            throw CommandFailure(
                .usage, "--here replaces one fence.", hint: "Say which one with --id.")
        }
        let fix = try change.connection.connect().presentFix(of: source)
        let circle = FeatureFile.circle(
            id: id, latitude: fix.lat, longitude: fix.lon, radius_m: here ?? 0)
        try change.perform(method, FenceFeatures(set: change.chosenSet, features: [circle])) {
            FenceTable.text($0)
                + "Its centre is the last accepted fix, of \(TimeText.span(fix.age_s)) ago: "
                + FixTable.line(fix, units: change.output.units)
        }
    }
}

/// `geofencectl fence remove`
struct FenceRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a fence from a running fence set.",
        discussion: FenceChangeOptions.overTheFile)

    @Argument(
        help: "The fence's id, or its name where no other has it.",
        completion: NameCompletion.fences)
    var fence: String
    @OptionGroup var change: FenceChangeOptions

    func run() throws {
        try change.perform(.fenceRemove, FenceRemoval(set: change.chosenSet, fence: fence))
    }
}

/// `geofencectl fence set`
struct FenceSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Replace all fences of a running fence set by those of a file.",
        discussion: """
            Fences that the file lacks are removed from the set, and the others added or replaced.

            \(FenceChangeOptions.overTheFile)
            """)

    @Argument(help: "A GeoJSON feature collection; - is standard input.")
    var file: String
    @OptionGroup var change: FenceChangeOptions

    func run() throws {
        let collection = try FeatureFile.collection(file)
        try change.perform(
            .fenceSet, FenceCollection(set: change.chosenSet, collection: collection))
    }
}

/// `geofencectl fence revert`
struct FenceRevertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revert",
        abstract: "Discard changes of fences at run time, so that they follow their file again.",
        discussion: """
            Discards changes at run time: replaced and removed fences are again as in the file at the last \
            reload, and added fences are removed. Other fences do not change. For all sets, while the daemon \
            is stopped: geofenced --revert-fences.

            EXAMPLES
              geofencectl fence revert --set yard
              geofencectl fence revert quarry spill --set yard
            """)

    @Argument(
        help:
            "The fences' ids or names. Default: all fences of the set that were changed at run time.",
        completion: NameCompletion.fences)
    var fences: [String] = []
    @OptionGroup var change: FenceChangeOptions

    func run() throws {
        let reversion = FenceReversion(
            set: change.chosenSet, fences: fences.isEmpty ? nil : fences)
        try change.perform(.fenceRevert, reversion) { change in
            let count = change.added.count + change.changed.count + change.removed.count
            return FenceTable.text(change) + counted(count, "fence follows", "fences follow")
                + " the file again.\n"
        }
    }
}
