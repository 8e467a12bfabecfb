internal import ConsumerFrame

/// Writes the output of one run to the log: whole lines, limited in number and length.
struct OutputLog {
    private let name: String
    private var line: [UInt8] = []
    private var lines = 0
    private var omitted_bytes = 0
    /// The first line; nil before it.
    private(set) var firstLine: String?

    /// The lines of one run, and the bytes of one.
    private static let maximumLines = 50
    private static let maximumBytes = 512

    /// The log of a run of the hook of that name.
    init(_ name: String) { self.name = name }

    /// Whether all further output is left out.
    var isFull: Bool { lines >= Self.maximumLines }

    /// Takes a piece of output.
    mutating func take(_ piece: [UInt8]) {
        guard !isFull else {
            omitted_bytes += piece.count
            return
        }
        for byte in piece {
            if isFull {
                omitted_bytes += 1
            } else if byte == UInt8(ascii: "\n") {
                flush()
            } else if line.count < Self.maximumBytes {
                line.append(byte)
            } else {
                omitted_bytes += 1
            }
        }
    }

    /// The run has ended.
    mutating func end() {
        if !line.isEmpty { flush() }
        if omitted_bytes > 0 {
            ServiceNotice.log(5, "hook \(name): \(omitted_bytes) more bytes of output are left out")
        }
    }

    private mutating func flush() {
        let text = String(decoding: line, as: UTF8.self)
        firstLine = firstLine ?? text
        ServiceNotice.log(6, "hook \(name): " + text)
        line = []
        lines += 1
    }
}
