import Glibc
import Settings
import SystemServices

/// The paths of the daemon: from the configuration, else from systemd, else the defaults.
struct RuntimePaths {
    /// The path of the control socket.
    var controlSocket: String
    /// The path of the socket for consumers; nil where there is none.
    var consumeSocket: String?
    /// The directory of the event log.
    var stateDirectory: String
    /// The directory of the control socket, which lasts across restarts of the service.
    var runtimeDirectory: String { Self.directory(of: controlSocket) }

    /// Creates the paths: those of the configuration, else those of systemd, else the defaults.
    init(_ settings: DaemonSettings) {
        controlSocket =
            settings.socket
            ?? Self.directory("RUNTIME_DIRECTORY", or: "/run/geofenced") + "/control.sock"
        let consumers = Self.directory(of: controlSocket) + "-consume"
        consumeSocket =
            settings.consumeSocket
            ?? (unsafe access(consumers, W_OK) == 0 ? consumers + "/control.sock" : nil)
        stateDirectory =
            settings.stateDirectory ?? Self.directory("STATE_DIRECTORY", or: "/var/lib/geofenced")
    }

    private static func directory(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// Returns the first of the directories in a variable of systemd, separated by colons.
    private static func directory(_ variable: String, or usual: String) -> String {
        guard let value = unsafe getenv(variable) else { return usual }
        return unsafe String(cString: value).split(separator: ":").first.map(String.init) ?? usual
    }

    /// Creates the state directory if it does not exist; its parent must exist.
    ///
    /// - Returns: why it cannot be created, and the remedy; nil when the directory exists.
    func makeStateDirectory() -> String? {
        do throws(SystemError) {
            try Directory.make(stateDirectory, mode: 0o750)
            return nil
        } catch {
            return "cannot make the state directory \(stateDirectory): "
                + "\(SystemError.reason(error.code)); make it for the daemon's user, or name another as "
                + "state_directory under [daemon]"
        }
    }
}
