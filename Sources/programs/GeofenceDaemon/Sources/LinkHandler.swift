import NIOCore
import Positioning

/// Passes the bytes of a connection to its driver: those of a stream or of datagrams.
final class LinkHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// Takes the bytes; runs on the loop. Its type lacks `@Loop`, because a closure around it
    /// would be an allocation for every read.
    private let take: (ByteBuffer) -> Void
    private let pause: ReadPause

    /// Creates a handler. All handlers with the same limit share it.
    @Loop init(
        _ limit: ReadLimit = ReadLimit(), _ take: @escaping @Loop (ByteBuffer) -> Void
    ) {
        pause = ReadPause(limit)
        self.take = unsafe unsafeBitCast(take, to: ((ByteBuffer) -> Void).self)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // All channels are opened on the loop, and their handlers are called only there.
        assert(Loop.eventLoop.inEventLoop)
        let buffer = unwrapInboundIn(data)
        let (channel, pause) = (context.channel, pause)
        Loop.assume { pause.count(buffer.readableBytes, from: channel) }
        take(buffer)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // This is the last handler.
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A hung-up terminal returns EIO. After any error, the connection is opened again.
        context.close(promise: nil)
    }
}

/// Unwraps datagrams, and passes on whole sentences of each sender.
final class DatagramHandler: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>
    typealias InboundOut = ByteBuffer

    private var lines = SenderLines<SocketAddress>()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let datagram = unwrapInboundIn(data)
        let (begun, count) = lines.take(
            datagram.data.readableBytesUInt8Span, from: datagram.remoteAddress)
        guard let whole = datagram.data.getSlice(at: datagram.data.readerIndex, length: count)
        else { return }
        if !begun.isEmpty { context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: begun))) }
        if count > 0 { context.fireChannelRead(wrapInboundOut(whole)) }
    }
}
