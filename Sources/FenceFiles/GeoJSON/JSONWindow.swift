import JSONText

/// The part of a JSON text that is in memory, and a reader in it.
///
/// A text is read in steps. A step that meets the end of what is there is taken back, more is
/// fetched, and it is taken again; so a step must change nothing but the reader. What lies before
/// the present place is forgotten when the caller says that nobody comes back to it.
struct JSONWindow {
    /// What the file is instead of a JSON text, as far as its first bytes show.
    let foreign: ForeignFile?

    private var json: JSONReader
    private let next: () -> [UInt8]
    private var isComplete = false
    /// Line breaks forgotten, and bytes forgotten since the last of them.
    private var lines = 0
    private var column = 0

    /// Forgotten are at least so many bytes at once: to move the rest costs time.
    private static let leastForgotten = 1 << 20
    /// Bytes that the longest word of JSON and the longest escape have: who stops within so many
    /// from the end may have lacked the rest.
    private static let longestWord = 16

    /// A window to the text that comes piece by piece out of `next`; an empty piece is its end.
    init(next: @escaping () -> [UInt8]) {
        self.next = next
        var first = next()
        isComplete = first.isEmpty
        while first.count < ForeignFile.tellingBytes, !isComplete {
            let piece = next()
            isComplete = piece.isEmpty
            first += piece
        }
        foreign = ForeignFile(beginning: first)
        json = JSONReader(first)
    }

    /// This place.
    var mark: JSONReader.Mark { json.mark }

    /// Goes back to a place behind which nothing was forgotten.
    mutating func go(to mark: JSONReader.Mark) { json.go(to: mark) }

    /// Reads something that may be read again.
    mutating func step<Value>(
        _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        let start = json.mark
        while true {
            do {
                let value = try read(&json)
                // A number that ends with the window may go on behind it.
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

    /// Reads on in an array or object, as often as need be from the same place of its walk.
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

    /// Forgets what lies before the present place.
    mutating func forgetBefore() {
        guard json.position >= Self.leastForgotten else { return }
        let (lines, column) = count(upTo: json.position)
        (self.lines, self.column) = (lines, column)
        json.forgetBefore()
    }

    /// The fault with its place as people count it.
    func sentence(of fault: JSONFault) -> String {
        "the file is not valid JSON: \(place(of: fault.offset)): \(fault.reason)"
    }

    /// A place in the window as people count it, such as `line 2, column 70`.
    func place(of offset: Int) -> String {
        let (lines, column) = count(upTo: offset)
        return "line \(lines + 1), column \(column + 1)"
    }

    /// What to do about a fault, where the text shows it.
    func remedy(for fault: JSONFault) -> String? {
        fault.offset < json.bytes.count ? nil : "it ends too early: write it once more"
    }

    /// Line breaks before an offset in the window, and bytes since the last of them.
    private func count(upTo offset: Int) -> (lines: Int, column: Int) {
        let before = json.bytes.span.extracting(..<offset)
        var breaks = 0
        var at = 0
        while at < offset {
            // As many as a byte counts, and nothing that may stop: so the processor counts sixteen at once.
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

    /// Fetches as much again as there is unread, so that a value larger than the window is not
    /// read again for every piece of it.
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
