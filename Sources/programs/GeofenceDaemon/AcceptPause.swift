import Glibc
import NIOCore
import NIOPosix

/// Stops accepting clients for a moment while the process has no file descriptors for them.
///
/// NIO's own handler delays the next read. But NIO still counts the failed read as requested, and the socket
/// stays readable, so that the loop would try again endlessly.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    /// The time until the next attempt: short enough for clients, long enough to save processor time.
    private static let rest = TimeAmount.milliseconds(100)

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError,
            [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode)
        else { return context.fireErrorCaught(error) }
        let channel = context.channel
        channel.setOption(.autoRead, value: false).whenFailure { _ in }
        channel.eventLoop.scheduleTask(in: Self.rest) {
            channel.setOption(.autoRead, value: true).whenFailure { _ in }
        }
    }
}

extension ServerBootstrap {
    /// A bootstrap on the loop whose socket accepts no clients while there are no descriptors.
    static var onLoop: ServerBootstrap {
        ServerBootstrap(group: Loop.eventLoop).serverChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(AcceptPause())
            }
        }
    }
}
