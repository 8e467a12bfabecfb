import Glibc
import NIOCore
import NIOPosix

/// Stops accepting clients for a moment while the process has no descriptors for them.
///
/// NIO's own handler delays the next read, but a read that failed counts as still wanted, and the
/// socket is readable all the time: the loop would try again without end.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    /// Until it is tried again: too short for a client to notice, and long enough to cost no processor time.
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
    /// A bootstrap on the loop whose socket accepts nothing while there are no descriptors.
    static var onLoop: ServerBootstrap {
        ServerBootstrap(group: Loop.eventLoop).serverChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(AcceptPause())
            }
        }
    }
}
