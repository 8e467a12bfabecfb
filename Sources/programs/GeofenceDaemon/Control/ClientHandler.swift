import NIOCore

/// Forwards the NIO events of a channel to its client.
final class ClientHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let client: ClientConnection

    @Loop init(_ client: ClientConnection) {
        self.client = client
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        Loop.assume { [client] in client.received(buffer) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        let isWritable = context.channel.isWritable
        Loop.assume { [client] in client.writabilityChanged(isWritable) }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent {
            Loop.assume { [client] in client.inputEnded() }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A client may reset its connection; the daemon did nothing wrong.
        context.close(promise: nil)
    }
}
