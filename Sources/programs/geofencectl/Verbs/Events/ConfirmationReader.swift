internal import ControlProtocol
internal import Glibc
internal import JSONText

/// Reads confirmations of processed events from standard input: a line is the written record, or
/// its cursor alone.
struct ConfirmationReader {
    private var lines = LineSplitter(limit: Limits.line_bytes)
    /// Whether more confirmations may arrive.
    private(set) var isOpen = true

    /// Returns the confirmations that have arrived, without waiting.
    mutating func take() -> [Cursor] {
        var cursors: [Cursor] = []
        var query = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while isOpen, unsafe poll(&query, 1, 0) > 0 {
            var piece = [UInt8](repeating: 0, count: 65_536)
            let count = unsafe read(STDIN_FILENO, &piece, piece.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else {
                isOpen = false
                break
            }
            for item in lines.push(piece[..<count]) {
                guard case .line(let line) = item, let cursor = Self.cursor(line) else {
                    Console.complain(
                        "geofencectl: a line on standard input is neither a record nor a cursor.\n")
                    continue
                }
                // A gap has no cursor.
                if let cursor { cursors.append(cursor) }
            }
        }
        return cursors
    }

    /// Returns the cursor in a line, `.some(nil)` for a record without one; otherwise nil.
    static func cursor(_ line: [UInt8]) -> Cursor?? {
        let text = String(decoding: line, as: UTF8.self)
        if let record = try? Wire.value(Record.self, from: line) {
            return .some(record.event_id.flatMap { Cursor($0) })
        }
        return Cursor(text).map { .some($0) }
    }

    private struct Record: Decodable {
        var event_id: String?
    }
}
