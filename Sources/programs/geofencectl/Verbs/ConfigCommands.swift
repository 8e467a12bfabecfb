internal import ArgumentParser
internal import ControlProtocol
internal import Suggestions

/// `geofencectl config …`
struct ConfigCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show the configuration in force, or check a file.",
        subcommands: [ConfigShowCommand.self, ConfigCheckCommand.self])
}

/// `geofencectl config show`
struct ConfigShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the configuration that the daemon has in force.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let shown = try connection.connect().call(.configShow, Nothing(), as: ConfigShown.self)
        output.print(shown) { shown in
            var text =
                "# \(printable(shown.path)), in force since \(TimeText.seconds(shown.loaded_at))\n"
            for file in shown.fence_files {
                text += "# \(printable(file.path)): \(counted(file.fences, "fence"))\n"
                if let count = file.overridden {
                    text +=
                        "#   ! \(counted(count, "fence of it is", "fences of it are")) as changed"
                        + " at run time; to follow it again: geofencectl fence revert --set \(printable(file.path))\n"
                }
                if let count = file.added {
                    let fences = counted(count, "fence more was", "fences more were")
                    text += "#   \(fences) added at run time\n"
                }
                for problem in file.problems { text += "#   ! \(printable(problem))\n" }
            }
            for line in MonitorTable.lines(of: shown.runtime_monitors) { text += "# \(line)" }
            return text + "\n" + shown.text
        }
    }
}
