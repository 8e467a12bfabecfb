/// Splits a stream of bytes into lines, independent of its chunks.
///
/// A line ends with LF or CR LF; empty lines are skipped. A line longer than the limit is discarded
/// to its end, so that memory is limited.
struct LineSplitter {
    /// gpsd's own longest lines (SKY with all constellations) are near 16 KiB.
    static let maximumLength = 64 * 1024

    /// Takes a line, or nil for one that is too long, and its number, from 1; empty lines count.
    typealias Taking = (_ line: [UInt8]?, _ number: Int) -> Void

    private var partial: [UInt8] = []
    private var isOverlong = false
    private var number = 1

    /// Calls `take` for each line that ends.
    mutating func receive(_ bytes: Span<UInt8>, _ take: Taking) {
        var start = 0
        while start < bytes.count {
            var end = start
            // Within the bytes, as is just asked.
            while end < bytes.count, unsafe bytes[unchecked: end] != UInt8(ascii: "\n") {
                end &+= 1
            }
            add(bytes.extracting(start..<end), take)
            if end < bytes.count {
                finish(take)
                number += 1
            }
            start = end + 1
        }
    }

    private mutating func add(_ bytes: Span<UInt8>, _ take: Taking) {
        guard !isOverlong else { return }
        if partial.count + bytes.count > Self.maximumLength {
            isOverlong = true
            partial = []
            take(nil, number)
        } else {
            unsafe bytes.withUnsafeBufferPointer { unsafe partial.append(contentsOf: $0) }
        }
    }

    /// Takes the line begun as ended.
    mutating func finish(_ take: Taking) {
        if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
        if !partial.isEmpty { take(partial, number) }
        partial.removeAll(keepingCapacity: true)
        isOverlong = false
    }
}
