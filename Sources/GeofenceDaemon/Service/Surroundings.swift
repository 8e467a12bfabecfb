import Glibc
import Settings
import SystemServices

/// Where the daemon finds and keeps its things, as the service manager or the user says.
struct Surroundings {
    /// The path of the control socket.
    var controlSocket: String
    /// The directory of the event log.
    var stateDirectory: String
    /// The directory of the control socket, which lasts across restarts of the service.
    var runtimeDirectory: String {
        controlSocket.lastIndex(of: "/").map { String(controlSocket[..<$0]) } ?? "."
    }

    /// What the configuration says, else what systemd has made, else the usual places.
    init(_ settings: DaemonSettings) {
        controlSocket =
            settings.socket
            ?? Self.directory("RUNTIME_DIRECTORY", or: "/run/geofenced") + "/control.sock"
        stateDirectory =
            settings.stateDirectory ?? Self.directory("STATE_DIRECTORY", or: "/var/lib/geofenced")
    }

    /// The first of the directories in a variable of systemd, which separates them by colons.
    private static func directory(_ variable: String, or usual: String) -> String {
        guard let value = unsafe getenv(variable) else { return usual }
        return unsafe String(cString: value).split(separator: ":").first.map(String.init) ?? usual
    }

    /// Makes the state directory where there is none; its parent has to be there.
    ///
    /// - Returns: why that cannot be, and what to do; nil when it is there.
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

    /// Whether the system clock is set by the network; nil when nothing tells.
    ///
    /// The kernel knows of every time service (`adjtimex`), but a service that may not set the clock
    /// may not make that call at all: `ProtectClock=` and `@system-service` leave it out.
    static func isClockSynchronized() -> Bool? {
        guard unsafe access("/run/systemd/timesync", F_OK) == 0 else { return nil }
        return unsafe access("/run/systemd/timesync/synchronized", F_OK) == 0
    }

    /// The number of this process.
    static func processID() -> Int { Int(getpid()) }
}
