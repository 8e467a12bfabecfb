import Glibc
import NIOCore
import NIOPosix

extension ClientBootstrap {
    /// Seconds of silence after which the kernel asks the server whether it is still there.
    private static let idle_s = 10
    /// Seconds between two such questions.
    private static let interval_s = 5
    /// Questions without an answer after which the connection is given up.
    private static let questions = 3

    /// Lets a server that vanished without closing, with its power or its network, be noticed after
    /// half a minute: left to itself the kernel takes two hours.
    func keepingAlive() -> ClientBootstrap {
        func option(_ name: CInt) -> ChannelOptions.Types.SocketOption {
            ChannelOptions.Types.SocketOption(
                level: .tcp, name: NIOBSDSocket.Option(rawValue: name))
        }
        return channelOption(.socketOption(.so_keepalive), value: 1)
            .channelOption(option(TCP_KEEPIDLE), value: Self.idle_s)
            .channelOption(option(TCP_KEEPINTVL), value: Self.interval_s)
            .channelOption(option(TCP_KEEPCNT), value: Self.questions)
    }
}
