internal import ControlProtocol
internal import Glibc
internal import Suggestions
internal import SystemServices

/// The styles of text on a terminal with colours.
enum Style: String, CaseIterable {
    case plain = "\u{1B}[0m"
    case bold = "\u{1B}[1m"
    case green = "\u{1B}[32m"
    case yellow = "\u{1B}[33m"

    /// Returns the text in this style.
    func text(_ text: String) -> String { rawValue + text + Style.plain.rawValue }
}

/// Standard output for results, standard error for everything else.
enum Console {
    /// Writes text to standard output. Ends the command when that fails.
    static func write(_ text: String) { send(Array(shown(text).utf8)) }

    /// Writes a line of JSON to standard output.
    static func writeLine(_ line: [UInt8]) {
        write(line + [UInt8(ascii: "\n")])
    }

    /// Writes lines of JSON to standard output; on a terminal their characters are escaped, too.
    static func write(_ bytes: [UInt8]) {
        Terminal.isOutputTerminal ? write(String(decoding: bytes, as: UTF8.self)) : send(bytes)
    }

    /// Returns text for people, escaped where its parts are not: only ends of lines, tabs and our
    /// own styles stay.
    private static func shown(_ text: String) -> String {
        let escaped = text.escapingControls(except: ["\n", "\t"])
        guard Terminal.hasColor, escaped != text else { return escaped }
        return Style.allCases.reduce(escaped) {
            $0.replacing(printable($1.rawValue), with: $1.rawValue)
        }
    }

    private static func send(_ bytes: [UInt8]) {
        if let error = failure(toWrite: bytes, to: STDOUT_FILENO) { end(error) }
    }

    /// Writes a value as JSON: on several lines for a terminal, on one line otherwise.
    static func writeJSON(_ value: some Encodable) {
        Terminal.isOutputTerminal ? write(Wire.pretty(value) + "\n") : writeLine(Wire.line(value))
    }

    /// Writes text to standard error. Ignores a closed or full standard error: the command still
    /// has its effect and its results.
    static func complain(_ text: String) { draw(shown(text)) }

    /// Writes text that may move the cursor to standard error.
    static func draw(_ text: String) {
        let before = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, before) }
        _ = failure(toWrite: Array(text.utf8), to: STDERR_FILENO)
    }

    /// Ends the command after failed output; without a message if the reader closed the pipe.
    private static func end(_ error: SystemError) -> Never {
        let failure = CommandFailure(
            .checkFailed, "Standard output cannot be written: \(SystemError.reason(error.code)).",
            hint: "Make room there, or write it elsewhere.")
        if error.code != EPIPE { complain(failure.text) }
        exit(failure.status.rawValue)
    }

    /// Writes all bytes. Returns the error, nil for none.
    private static func failure(
        toWrite bytes: [UInt8], to descriptor: Int32
    ) -> SystemError? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another process that shares the output may have set O_NONBLOCK.
                var query = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&query, 1, -1)
            } else if errno != EINTR {
                return SystemError("write", code: errno)
            }
        }
        return nil
    }
}

/// Text for standard output, written in large pieces.
final class OutputBuffer {
    private var bytes: [UInt8] = []

    /// Adds text. Writes the buffer when it is large enough.
    func add(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        if bytes.count >= OutputBuffer.piece_bytes { flush() }
    }

    /// Adds a line.
    func add(line: [UInt8]) {
        bytes.append(contentsOf: line)
        bytes.append(UInt8(ascii: "\n"))
        if bytes.count >= OutputBuffer.piece_bytes { flush() }
    }

    /// Writes the buffered text.
    func flush() {
        Console.write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Bytes of one write: large, so that system calls cost little.
    private static let piece_bytes = 65_536
}

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
