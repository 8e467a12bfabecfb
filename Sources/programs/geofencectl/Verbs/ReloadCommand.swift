internal import ArgumentParser
internal import ControlProtocol
internal import SystemServices

/// `geofencectl reload`
struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Make the daemon read its configuration and fences again.",
        discussion: """
            Waits until the new configuration is in force, at most for --timeout. A configuration with \
            problems changes nothing: all problems are shown, and the exit code is 78.
            """)

    @Flag(help: "Wait for the outcome; this is always so and accepted for unit files.")
    var wait = false
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        // A reload of very many fences may take longer than any other request.
        let reloaded = try connection.connect().call(
            .configReload, Nothing(), as: ConfigReloaded.self, until: connection.deadline)
        output.print(reloaded) { reloaded in
            var text = "\(printable(reloaded.path)) is in force.\n"
            for (word, difference) in [
                ("Sources", reloaded.sources), ("Monitors", reloaded.monitors),
                ("Fences", reloaded.fences),
            ] { text += line(word, difference) }
            for warning in reloaded.warnings { text += "! \(printable(warning))\n" }
            return text
        }
    }

    private func line(_ things: String, _ difference: ConfigReloaded.Difference) -> String {
        let parts = [
            ("added", difference.added), ("changed", difference.changed),
            ("removed", difference.removed),
        ].filter { !$0.1.isEmpty }.map { "\($0.0) \(names($0.1))" }
        return parts.isEmpty ? "" : "\(things): \(parts.joined(separator: "; "))\n"
    }

    /// Returns the first eight names; a fence file may change by thousands.
    private func names(_ names: [String]) -> String {
        let shown = names.prefix(8).map(printable).joined(separator: ", ")
        return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
    }
}
