/// Cuts a stream of bytes into lines, however the stream is cut into chunks.
///
/// A line ends with LF or CR LF; empty lines are skipped. What is longer than the limit is thrown
/// away to its end, so that memory is bounded whatever arrives.
struct LineSplitter {
    /// gpsd's own longest lines (SKY with all constellations) are near 16 KiB.
    static let maximumLength = 64 * 1024

    private var partial: [UInt8] = []
    private var isOverlong = false

    /// Calls `line` with each whole line, or with nil for one that is too long.
    mutating func receive(_ bytes: Span<UInt8>, _ line: ([UInt8]?) -> Void) {
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\n") {
                finish(line)
            } else if isOverlong {
                continue
            } else if partial.count == Self.maximumLength {
                isOverlong = true
                partial = []
                line(nil)
            } else {
                partial.append(byte)
            }
        }
    }

    /// Takes the line begun as ended.
    mutating func finish(_ line: ([UInt8]?) -> Void) {
        if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
        if !partial.isEmpty { line(partial) }
        partial.removeAll(keepingCapacity: true)
        isOverlong = false
    }
}
