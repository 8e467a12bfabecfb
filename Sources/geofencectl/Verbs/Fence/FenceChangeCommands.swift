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

    /// The set as the daemon calls it.
    var chosenSet: String { FenceSetChoice.asSeenByTheDaemon(set) }

    /// Performs the method and shows what changed.
    func perform(_ method: Method, _ parameters: some Encodable) throws {
        let client = try connection.connect()
        show(try client.call(method, parameters, as: FenceChange.self))
    }

    /// Performs the method with each feature of a file, and shows what all of them changed.
    func perform(_ method: Method, featuresOf file: String) throws {
        let features = try FeatureFile.features(file)
        let client = try connection.connect()
        var whole: FenceChange?
        for (place, feature) in features.enumerated() {
            let parameters = FenceFeature(set: chosenSet, feature: feature.value)
            do {
                let change = try client.call(method, parameters, as: FenceChange.self)
                whole?.join(change)
                whole = whole ?? change
            } catch var failure as CommandFailure {
                failure.message =
                    "\(file): feature \(feature.number) (\(printable(feature.id))): \(failure.message)"
                if place > 0 {
                    failure.problems.append("\(counted(place, "feature")) before it took effect.")
                }
                throw failure
            }
        }
        if let whole { show(whole) }
    }

    private func show(_ change: FenceChange) {
        output.print(change) { FenceTable.text($0) }
    }
}

/// `geofencectl fence add`
struct FenceAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add the fences of a GeoJSON file to a running fence set.",
        discussion: """
            EXAMPLE
              echo '{"type":"Feature","id":"spill","geometry":{"type":"Point",
                "coordinates":[4.89,52.37]},"properties":{"geofence":{"buffer_m":25}}}' |
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
        commandName: "replace", abstract: "Change or move fences, matched by id.")

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
        commandName: "remove", abstract: "Remove a fence from a running fence set.")

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
        commandName: "set", abstract: "Make a running fence set exactly what a file says.")

    @Argument(help: "A GeoJSON feature collection; - is standard input.")
    var file: String
    @OptionGroup var change: FenceChangeOptions

    func run() throws {
        let collection = try FeatureFile.value(file)
        try change.perform(
            .fenceSet, FenceCollection(set: change.chosenSet, collection: collection))
    }
}
