import ControlProtocol
import NIOCore

/// Writes lines to a connection.
struct LineWriter {
    /// The connection.
    let channel: any Channel

    /// Whether the peer keeps up: what is written now does not pile up.
    var takesMore: Bool { channel.isWritable }

    /// Writes one line.
    func send(_ value: some Encodable) {
        send(lines: [Wire.line(value)])
    }

    /// Writes lines that are already encoded as one piece, which waits in one buffer for a client
    /// that is slow.
    func send(lines: [[UInt8]]) {
        let size = lines.reduce(0) { $0 + $1.count + 1 }
        var buffer = channel.allocator.buffer(capacity: size)
        for line in lines {
            buffer.writeBytes(line)
            buffer.writeInteger(UInt8(ascii: "\n"))
        }
        channel.writeAndFlush(buffer, promise: nil)
    }
}
