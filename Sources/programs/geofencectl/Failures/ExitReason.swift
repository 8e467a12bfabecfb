internal import ArgumentParser

/// The exit codes of geofencectl, from sysexits.h where one fits.
enum ExitReason: Int32, CaseIterable {
    /// The command succeeded.
    case ok = 0
    /// A check failed, or the daemon refused.
    case checkFailed = 1
    /// The command line is wrong.
    case usage = 64
    /// The data from the user is wrong.
    case badData = 65
    /// A file or a name on the command line does not exist.
    case noInput = 66
    /// The daemon cannot be reached.
    case unreachable = 69
    /// The command took too long.
    case timedOut = 75
    /// This user lacks permission.
    case noPermission = 77
    /// The configuration is wrong.
    case badConfiguration = 78
}

extension ExitCode {
    /// Creates the code for a reason; the command has printed its result.
    init(_ reason: ExitReason) {
        self.init(reason.rawValue)
    }
}
