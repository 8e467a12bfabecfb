import Glibc
import NIOCore
import NIOPosix

extension ClientBootstrap {
    /// The seconds of silence after which the kernel sends the first keep-alive probe.
    private static let idle_s = 10
    /// The seconds between two probes.
    private static let interval_s = 5
    /// The number of unanswered probes after which the kernel closes the connection.
    private static let questions = 3

    /// The milliseconds for which sent data may stay unacknowledged: as long as it takes the probes.
    private static let unacknowledged_ms = 1000 * (idle_s + interval_s * questions)

    /// Enables TCP keep-alive, so that the loss of a server that vanishes without closing (power or
    /// network failure) is noticed within half a minute. The default of the kernel is two hours.
    func keepingAlive() -> ClientBootstrap {
        func option(_ name: CInt) -> ChannelOptions.Types.SocketOption {
            ChannelOptions.Types.SocketOption(
                level: .tcp, name: NIOBSDSocket.Option(rawValue: name))
        }
        return channelOption(.socketOption(.so_keepalive), value: 1)
            .channelOption(option(TCP_KEEPIDLE), value: Self.idle_s)
            .channelOption(option(TCP_KEEPINTVL), value: Self.interval_s)
            .channelOption(option(TCP_KEEPCNT), value: Self.questions)
            // Without it, the kernel sends no probes while the command to gpsd is unacknowledged.
            .channelOption(option(TCP_USER_TIMEOUT), value: Self.unacknowledged_ms)
    }
}
