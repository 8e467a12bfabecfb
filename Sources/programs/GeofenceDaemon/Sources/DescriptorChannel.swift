import NIOCore
import NIOPosix
import SystemServices

/// Creates channels of descriptors that are only read, such as terminals.
@Loop
enum DescriptorChannel {
    /// Returns a channel that owns the descriptor. It does not read yet.
    static func open(
        _ descriptor: consuming OwnedDescriptor, _ handler: LinkHandler
    ) -> EventLoopFuture<any Channel> {
        let bound = LoopBound(handler)
        let raw = descriptor.release()
        return NIOPipeBootstrap(group: Loop.eventLoop)
            .channelOption(.autoRead, value: false)
            .channelInitializer { channel in
                Loop.assume { LinkOpeners.add(bound.value, to: channel) }
            }
            .takingOwnershipOfDescriptor(input: raw)
            .map { $0 as any Channel }
            .flatMapErrorThrowing { error in
                // Without a channel, the bootstrap does not close the descriptor.
                _ = OwnedDescriptor(owning: raw)
                throw error
            }
    }
}
