internal import ConsumerFrame
internal import Glibc
internal import SystemServices

/// Writes the output of one run to the log: whole lines, limited in number and length.
final class OutputLog {
    private let name: String
    private let readEnd: OwnedDescriptor
    private var writer: OwnedDescriptor?
    private var isOpen = true
    private var line: [UInt8] = []
    private var lines = 0
    private var omitted_bytes = 0
    private var quietUntil_s = 0.0

    /// The lines of one run, and the bytes of one.
    private static let maximumLines = 50
    private static let maximumBytes = 512
    /// Bytes that are read at once, and seconds between two pieces of an output that is left out: a program that
    /// writes without end costs little.
    private static let piece_bytes = 65_536
    private static let pause_s = 0.05

    /// The log of a run of the hook of that name.
    init(_ name: String) throws(SystemError) {
        self.name = name
        let pipe = try Pipe()
        readEnd = OwnedDescriptor(owning: pipe.readEnd.release())
        writer = OwnedDescriptor(owning: pipe.writeEnd.release())
        _ = fcntl(readEnd.rawValue, F_SETFL, O_NONBLOCK)
    }

    /// The descriptor to poll; negative after the end of the output.
    var descriptor: Int32 { isOpen ? readEnd.rawValue : -1 }

    /// The descriptor that the program writes to; negative after `closeWriteEnd`.
    var writeEnd: Int32 { writer?.rawValue ?? -1 }

    /// The program has the descriptor now.
    func closeWriteEnd() { writer = nil }

    /// Seconds during which the output is not read; nil when it is.
    func pause_s(now: Double) -> Double? { now < quietUntil_s ? quietUntil_s - now : nil }

    /// Reads a piece. Returns whether there may be more to log.
    @discardableResult
    func read(now: Double) -> Bool {
        var piece = [UInt8](repeating: 0, count: Self.piece_bytes)
        let count = unsafe Glibc.read(readEnd.rawValue, &piece, piece.count)
        if count == 0 { isOpen = false }
        guard count > 0 else { return false }
        append(piece[..<count])
        if isFull { quietUntil_s = now + Self.pause_s }
        return !isFull
    }

    /// The run has ended: logs the rest.
    func end() {
        while isOpen, read(now: 0) {}
        if !line.isEmpty { flush() }
        if omitted_bytes > 0 {
            ServiceNotice.log(5, "hook \(name): \(omitted_bytes) more bytes of output are left out")
        }
    }

    private var isFull: Bool { lines >= Self.maximumLines }

    private func append(_ piece: ArraySlice<UInt8>) {
        for byte in piece {
            if !isFull, byte == UInt8(ascii: "\n") {
                flush()
            } else if !isFull, line.count < Self.maximumBytes {
                line.append(byte)
            } else {
                omitted_bytes += 1
            }
        }
    }

    private func flush() {
        ServiceNotice.log(6, "hook \(name): " + String(decoding: line, as: UTF8.self))
        line = []
        lines += 1
    }
}
