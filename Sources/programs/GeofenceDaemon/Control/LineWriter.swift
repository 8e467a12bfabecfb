import ControlProtocol
import NIOCore

/// Writes lines to a connection.
struct LineWriter {
    /// The connection.
    let channel: any Channel

    /// Whether the peer keeps up, so that data written now is not buffered for long.
    var takesMore: Bool { channel.isWritable }

    /// Writes one line.
    func send(_ value: some Encodable) {
        send(lines: [Wire.line(value)])
    }

    /// Writes lines that are already encoded as one buffer, which waits in memory for a slow
    /// client.
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
