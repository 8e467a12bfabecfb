import JSONText

/// A window of a JSON text, with a reader on it.
///
/// The text is read in steps. A step that reaches the end of the window is rolled back, the window is
/// extended, and the step runs again; so a step must change nothing but the reader. The text before the
/// current position is dropped when the caller no longer needs it.
struct JSONWindow {
    private var json: JSONReader
    private let next: () -> [UInt8]
    private var isComplete: Bool
    /// The number of line breaks in the dropped text. `column` is the bytes after the last of them.
    private var lines = 0
    private var column = 0

    /// The least bytes to drop at once, because the rest must be moved.
    private static let smallestDrop = 1 << 20
    /// The maximum length of a JSON token or escape: an error within this many bytes of the end may be
    /// due to missing text.
    private static let longestWord = 16

    /// Creates a window of a text that starts with `beginning`. Unless the text is complete, `next`
    /// returns the next pieces; an empty piece is the end.
    init(beginning: [UInt8], isComplete: Bool, _ next: @escaping () -> [UInt8]) {
        self.next = next
        self.isComplete = isComplete
        json = JSONReader(beginning)
    }

    /// The current position.
    var mark: JSONReader.Mark { json.mark }

    /// Returns to a position in the window.
    mutating func go(to mark: JSONReader.Mark) { json.go(to: mark) }

    /// Runs a step, and repeats it with more text if needed.
    mutating func step<Value>(
        _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        let start = json.mark
        while true {
            do {
                let value = try read(&json)
                // A number at the end of the window may continue in the next piece.
                if json.position < json.bytes.count || isComplete { return value }
            } catch let fault as JSONFault {
                guard fault.offset + Self.longestWord > json.bytes.count, !isComplete else {
                    throw fault
                }
            }
            json.go(to: start)
            fetch()
        }
    }

    /// Runs a step over an array or object, and repeats it with more text if needed.
    mutating func walk<Value>(
        _ walk: inout JSONReader.Walk,
        _ read: (inout JSONReader, inout JSONReader.Walk) throws -> Value
    ) throws -> Value {
        let before = walk
        var after = walk
        let value = try step { json throws in
            after = before
            return try read(&json, &after)
        }
        walk = after
        return value
    }

    /// Drops the text before the current position.
    mutating func dropBefore() {
        guard json.position >= Self.smallestDrop else { return }
        let (lines, column) = count(upTo: json.position)
        (self.lines, self.column) = (lines, column)
        json.dropBefore()
    }

    /// Returns the message for a syntax error, with line and column.
    func sentence(of fault: JSONFault) -> String {
        "the file is not valid JSON: \(place(of: fault.offset)): \(fault.reason)"
    }

    /// Returns an offset in the window as line and column, such as `line 2, column 70`.
    func place(of offset: Int) -> String {
        let (lines, column) = count(upTo: offset)
        return "line \(lines + 1), column \(column + 1)"
    }

    /// Returns the remedy for a syntax error at the end of the text; nil for other errors.
    func remedy(for fault: JSONFault) -> String? {
        fault.offset < json.bytes.count ? nil : "the file is incomplete: save or download it again"
    }

    /// Returns the line breaks before an offset in the window, and the bytes after the last of them.
    private func count(upTo offset: Int) -> (lines: Int, column: Int) {
        let before = json.bytes.span.extracting(..<offset)
        var breaks = 0
        var at = 0
        while at < offset {
            // Counts in blocks of 255, the maximum of a byte, without an early exit, so that the
            // compiler vectorizes the loop.
            let end = min(at &+ 255, offset)
            var some: UInt8 = 0
            while at < end {
                unsafe some &+= before[unchecked: at] == lineFeed ? 1 : 0
                at &+= 1
            }
            breaks += Int(some)
        }
        guard breaks > 0 else { return (lines, column + offset) }
        var last = offset - 1
        while before[last] != lineFeed { last -= 1 }
        return (lines + breaks, offset - last - 1)
    }

    /// Fetches at least as many bytes as are unread, so that a value larger than the window is not read
    /// again for every piece.
    private mutating func fetch() {
        let unread = json.bytes.count - json.position
        repeat {
            let piece = next()
            isComplete = piece.isEmpty
            json.append(piece)
        } while !isComplete && json.bytes.count - json.position < 2 * unread
    }
}

private let lineFeed = UInt8(ascii: "\n")
