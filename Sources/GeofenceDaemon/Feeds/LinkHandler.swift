import NIOCore

/// Carries the bytes of a link to its feeder; datagrams and streams alike.
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
        // Nobody stands behind who wants to know.
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A hung-up terminal says EIO; whatever the error, the link is lost and opened anew.
        context.close(promise: nil)
    }
}

/// Takes the bytes out of datagrams.
final class DatagramHandler: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>
    typealias InboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireChannelRead(wrapInboundOut(unwrapInboundIn(data).data))
    }
}
