import NIOCore

/// Carries what NIO says about a client's channel to the client.
final class ClientHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let client: LoopBound<ControlClient>

    @Loop init(_ client: ControlClient) {
        self.client = LoopBound(client)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        let client = client
        Loop.assume { client.value.received(buffer) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        let isWritable = context.channel.isWritable
        let client = client
        Loop.assume { client.value.writabilityChanged(isWritable) }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        let client = client
        if case .inputClosed? = event as? ChannelEvent {
            Loop.assume { client.value.inputEnded() }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A client that resets its connection is its own affair.
        context.close(promise: nil)
    }
}
