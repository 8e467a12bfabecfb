import NIOCore
import NIOPosix
import SystemServices

/// Makes a channel of a descriptor that is only read: a terminal, a pipe, a watch.
@Loop
enum DescriptorChannel {
    /// A channel that closes the descriptor with itself, and does not read yet.
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
                // The bootstrap closes only what it has made a channel of.
                _ = OwnedDescriptor(owning: raw)
                throw error
            }
    }
}
