internal import ArgumentParser
internal import ControlProtocol

/// What the commands that change a fence set have in common.
struct FenceChangeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The fence set: the path of its file, or the name of a monitor that watches it.",
            valueName: "set"))
    private var set: String
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    /// What becomes of the set's file, for the help of each command.
    static let overTheFile = """
        The file of the set is not written. What is changed lies over it, after a reload and a \
        restart too: what the file says of these fences no longer counts, and config show counts \
        them. A fence that is made what the file in force says follows the file again, and so do \
        all of them after: geofencectl fence revert.
        """

    /// The set as the daemon calls it.
    var chosenSet: String { FenceSetChoice.asSeenByTheDaemon(set) }

    /// Performs the method and shows what changed.
    func perform(
        _ method: Method, _ parameters: some Encodable,
        text: (FenceChange) -> String = FenceTable.text
    ) throws {
        let client = try connection.connect()
        let change = try client.call(method, parameters, as: FenceChange.self)
        output.print(change, table: text)
    }

    /// Performs the method with the features of a file, all or none of them.
    func perform(_ method: Method, featuresOf file: String) throws {
        let features = try FeatureFile.features(file)
        try perform(method, FenceFeatures(set: chosenSet, features: features))
    }
}

/// `geofencectl fence add`
struct FenceAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add the fences of a GeoJSON file to a running fence set.",
        discussion: """
            All of them are added, or none when the set has one of them already.

            \(FenceChangeOptions.overTheFile)

            EXAMPLE
              echo '{"type":"Feature","id":"spill",
                "geometry":{"type":"Point","coordinates":[4.89,52.37]},
                "properties":{"geofence":{"buffer_m":25}}}' |
                geofencectl fence add --set yard -
            """)

    @Argument(help: "A GeoJSON feature or feature collection; - is standard input.")
    var file: String
    @OptionGroup var change: FenceChangeOptions

    func run() throws {
        try change.perform(.fenceAdd, featuresOf: file)
    }
}

/// `geofencectl fence replace`
struct FenceReplaceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replace", abstract: "Change or move fences, matched by id.",
        discussion: """
            All of them are changed, or none when the set lacks one of them.

            \(FenceChangeOptions.overTheFile)
            """)

    @Argument(help: "A GeoJSON feature or feature collection; - is standard input.")
    var file: String
    @OptionGroup var change: FenceChangeOptions

    func run() throws {
        try change.perform(.fenceReplace, featuresOf: file)
    }
}

/// `geofencectl fence remove`
struct FenceRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a fence from a running fence set.",
        discussion: FenceChangeOptions.overTheFile)

    @Argument(help: "The fence's id.", completion: NameCompletion.fences)
    var fence: String
    @OptionGroup var change: FenceChangeOptions

    func run() throws {
        try change.perform(.fenceRemove, FenceRemoval(set: change.chosenSet, fence: fence))
    }
}

/// `geofencectl fence set`
struct FenceSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Make a running fence set exactly what a file says.",
        discussion: """
            The file of the set itself is not written. Where this file says something else, that \
            lies over it, after a reload and a restart too: what the set's file says of these fences \
            no longer counts, and config show counts them. For the set to follow its own file again: \
            geofencectl fence revert.
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
