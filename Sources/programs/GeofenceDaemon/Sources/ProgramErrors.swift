import Chronology
import NIOCore
import Suggestions

/// The standard error of a program. Its lines go to the journal, and the last line is part of the
/// reason when the program fails.
@Loop
final class ProgramErrors {
    /// The maximum number of bytes of a line; the rest is cut.
    private static let lineMaximum = 256
    /// The maximum number of lines per minute in the journal: enough for a stack trace, no flood.
    private static let linesMaximum = 20
    private static let period_s = 60.0

    /// The last line that was not empty; nil before the first.
    private(set) var lastLine: String?

    private var line: [UInt8] = []
    private var since = BootInstant(nanoseconds: 0)
    private var count = 0
    private let say: @Loop (String) -> Void

    /// - Parameter say: receives the lines for the journal.
    init(_ say: @escaping @Loop (String) -> Void) {
        self.say = say
    }

    /// Takes the next bytes.
    func take(_ buffer: ByteBuffer) {
        for byte in buffer.readableBytesView {
            if byte == UInt8(ascii: "\n") {
                endLine()
            } else if line.count < Self.lineMaximum {
                line.append(byte)
            }
        }
    }

    /// Ends the current line, at a line break or at the end of the program.
    func endLine() {
        defer { line.removeAll(keepingCapacity: true) }
        let text = String(decoding: line, as: UTF8.self).escapingControls()
        guard let first = text.firstIndex(where: { $0 != " " }) else { return }
        let line = String(text[first...])
        lastLine = line
        pass(line)
    }

    private func pass(_ line: String) {
        let now = BootClock.now()
        if count == 0 || now.seconds(since: since) >= Self.period_s { (since, count) = (now, 0) }
        count += 1
        guard count <= Self.linesMaximum else { return }
        say(count < Self.linesMaximum ? line : "\(line) (more lines of this minute are left out)")
    }
}
