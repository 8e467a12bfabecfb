import NIOCore

/// Carries the bytes of a link to its feeder; datagrams and streams alike.
final class LinkHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let take: @Loop (ByteBuffer) -> Void

    @Loop init(_ take: @escaping @Loop (ByteBuffer) -> Void) {
        self.take = take
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        let take = take
        Loop.assume { take(buffer) }
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
