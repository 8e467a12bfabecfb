internal import ArgumentParser
internal import ControlProtocol

/// `geofencectl version`
struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version",
        abstract: "Show the versions of the client and, if it runs, the daemon.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    /// The printed result.
    struct Versions: Encodable {
        /// The client's version.
        var client: String
        /// The protocol version of the client.
        var `protocol`: ProtocolVersion
        /// The daemon's version, null without a connection.
        var daemon: String?
        /// The protocol version of the daemon.
        var daemon_protocol: ProtocolVersion?

        enum CodingKeys: CodingKey {
            case client, `protocol`, daemon, daemon_protocol
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(client, forKey: .client)
            try container.encode(`protocol`, forKey: .`protocol`)
            try container.encode(daemon, forKey: .daemon)
            try container.encode(daemon_protocol, forKey: .daemon_protocol)
        }
    }

    func run() throws {
        let hello = (try? connection.connect())?.hello
        let versions = Versions(
            client: Release.version, protocol: .current, daemon: hello?.version,
            daemon_protocol: hello?.protocol)
        output.print(versions) { versions in
            "geofencectl \(versions.client)\n"
                + (versions.daemon.map { "geofenced \($0)\n" } ?? "geofenced does not answer\n")
        }
    }
}
