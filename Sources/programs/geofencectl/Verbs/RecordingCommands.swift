internal import ArgumentParser
internal import ControlProtocol

/// `geofencectl recording …`
struct RecordingCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recording", abstract: "Remove the recording of the daemon.",
        discussion: """
            The daemon records incoming fixes for some days, unless its configuration has record = false. \
            Read the recording with replay --recorded, explain --at and bugreport --recording.

            EXAMPLE
              geofencectl recording remove
            """,
        subcommands: [RecordingRemoveCommand.self])
}

/// `geofencectl recording remove`
struct RecordingRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove all recorded fixes.",
        discussion: """
            The daemon continues to record. While it is stopped, remove the directory \
            recording in its state directory: sudo rm -r /var/lib/geofenced/recording

            EXAMPLE
              geofencectl recording remove
            """)
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let removed = try connection.connect().call(
            .recordingRemove, Nothing(), as: RecordingRemoved.self)
        output.print(removed) {
            "The recording is removed: \(SizeText.mebibytes($0.bytes)).\n"
        }
    }
}
