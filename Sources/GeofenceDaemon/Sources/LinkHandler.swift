import NIOCore
import Positioning

/// Carries the bytes of a link to its driver; datagrams and streams alike.
final class LinkHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// Runs on the loop, which its type does not say: a closure around it, for every piece of
    /// bytes, would be an allocation.
    private let take: (ByteBuffer) -> Void

    @Loop init(_ take: @escaping @Loop (ByteBuffer) -> Void) {
        self.take = unsafe unsafeBitCast(take, to: ((ByteBuffer) -> Void).self)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // All channels are opened on the loop, and their handlers are called nowhere else.
        assert(Loop.eventLoop.inEventLoop)
        take(unwrapInboundIn(data))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // No handler after this one needs it.
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A hung-up terminal returns EIO; whatever the error, the link is lost and opened again.
        context.close(promise: nil)
    }
}

/// Takes the bytes out of datagrams, whole sentences of each sender.
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
