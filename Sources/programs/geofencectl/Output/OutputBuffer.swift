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
