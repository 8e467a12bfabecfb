internal import Glibc

/// The properties of standard output and standard error.
enum Terminal {
    /// Whether standard output is a terminal.
    static let isOutputTerminal = isatty(STDOUT_FILENO) == 1
    /// Whether standard error is a terminal.
    static let isErrorTerminal = isatty(STDERR_FILENO) == 1
    /// Whether output may be coloured: on a terminal, unless `NO_COLOR` is set.
    static let hasColor =
        isOutputTerminal && (environment("NO_COLOR") ?? "").isEmpty
        && environment("TERM") != "dumb"

    /// Returns a variable of the environment.
    static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
