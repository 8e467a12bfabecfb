internal import ArgumentParser

/// The exit codes of geofencectl, those of sysexits.h where one fits.
enum ExitReason: Int32, CaseIterable {
    /// Done.
    case ok = 0
    /// A check failed, or the daemon refused.
    case checkFailed = 1
    /// The command line is wrong.
    case usage = 64
    /// The data given is wrong.
    case badData = 65
    /// A file or a name that was given does not exist.
    case noInput = 66
    /// The daemon cannot be reached.
    case unreachable = 69
    /// It took too long.
    case timedOut = 75
    /// This user may not do this.
    case noPermission = 77
    /// The configuration is wrong.
    case badConfiguration = 78
}

extension ExitCode {
    /// The code of that reason, for a command that has printed its result.
    init(_ reason: ExitReason) {
        self.init(reason.rawValue)
    }
}
