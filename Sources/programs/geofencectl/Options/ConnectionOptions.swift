internal import ArgumentParser
internal import SystemServices

/// The address of the daemon, and the timeout.
struct ConnectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The control socket. [env: GEOFENCED_SOCKET; default: \(Self.usualSocket)]",
            valueName: "path"),
        completion: .file())
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "Seconds to wait for each answer [default: 10; of reload: for ever]; "
                + "events -f, fix -f, source raw and wait end after them [default: never].",
            valueName: "s"))
    var timeout: Double?

    /// The control socket of the packaged daemon.
    static let usualSocket = "/run/geofenced/control.sock"
    /// Longer than the daemon needs for any request except a reload of very many fences.
    private static let usualTimeout_s = 10.0

    /// The socket path to use.
    var path: String {
        if let socket { return socket }
        if let named = Terminal.environment("GEOFENCED_SOCKET"), !named.isEmpty { return named }
        return Self.usualSocket
    }

    /// The deadline from `--timeout` for a command that otherwise continues until it is
    /// interrupted or complete.
    var deadline: Deadline { timeout.map { .after(seconds: $0) } ?? .never }

    /// Connects. Each response may take the time of `--timeout`.
    func connect() throws -> Client {
        try Client(path: path, timeout_s: timeout ?? Self.usualTimeout_s)
    }

    mutating func validate() throws {
        if let timeout, !(timeout > 0) {
            throw ValidationError("--timeout must be a number of seconds greater than 0.")
        }
    }
}
