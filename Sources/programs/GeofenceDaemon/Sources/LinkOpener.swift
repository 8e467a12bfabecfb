import Glibc
import NIOCore
import NIOPosix
import Positioning
import SystemServices

/// A function that makes one attempt to open a connection, whose bytes go to the handler once it reads.
typealias LinkOpener = @Loop (LinkHandler) -> EventLoopFuture<Link>

/// The openers of all kinds of connections.
@Loop
enum LinkOpeners {
    /// The seconds after which a server that does not answer counts as absent.
    private static let connectTimeout_s: Int64 = 5

    /// Returns the opener of a serial line; `baud` 0 searches for the speed, if the line has one.
    static func serial(device: String, baud: Int, choice: String? = nil) -> LinkOpener {
        { handler in
            do {
                let isSought = baud == 0 && LineSpeedSearch.isUseful(for: device)
                let sought = isSought ? LineSpeedSearch(device: device) : nil
                let speed = sought?.speed ?? (baud == 0 ? nil : baud)
                let port = try SerialPort.open(device, speed: speed)
                let raw = port.rawValue
                let isLine = SerialPort.isTerminal(raw)
                let search = isLine ? sought : nil
                search?.port = raw
                var description = LinkDescription(
                    device: device, choice: choice, baud: isLine ? speed : nil,
                    language: choice == nil ? nil : .nmea)
                description.isReceiver = !LineSpeedSearch.isPseudoTerminal(device)
                if let before = SerialPort.errors(of: raw) {
                    description.errors = { SerialPort.errors(of: raw)?.since(before) }
                }
                return DescriptorChannel.open(port, handler).map { [description] in
                    Link(
                        description: description, channel: $0, search: search,
                        release: { SerialPort.release(raw) })
                }
            } catch {
                return Loop.eventLoop.makeFailedFuture(error)
            }
        }
    }

    /// Returns the opener of a TCP connection, which sends `greeting` first.
    static func tcp(
        host: String, port: Int, greeting: String? = nil, _ description: LinkDescription? = nil
    ) -> LinkOpener {
        { handler in
            let bound = LoopBound(handler)
            var description = description ?? LinkDescription(device: "\(host):\(port)")
            description.isTCP = true
            return ClientBootstrap(group: Loop.eventLoop)
                .connectTimeout(.seconds(connectTimeout_s))
                .channelOption(.autoRead, value: false)
                // Other clients get their turn after each read.
                .channelOption(.maxMessagesPerRead, value: 1)
                .keepingAlive()
                .channelInitializer { channel in
                    Loop.assume { add(bound.value, to: channel) }
                }
                .connect(host: host, port: port)
                .map { [description] channel in
                    if let greeting {
                        channel.writeAndFlush(ByteBuffer(string: greeting), promise: nil)
                    }
                    return Link(description: description, channel: channel)
                }
                .orTrouble(
                    "connect to \(host):\(port)", remedy: "start it there or correct host and port")
        }
    }

    /// Returns the opener of a connection to gpsd.
    static func gpsd(host: String, port: Int, choice: String? = nil) -> LinkOpener {
        tcp(
            host: host, port: port, greeting: gpsdWatch,
            LinkDescription(
                device: "\(host):\(port)", choice: choice, language: choice == nil ? nil : .gpsd))
    }

    /// The command that makes gpsd send reports. The newline is for proxies that wait for one.
    static let gpsdWatch = "?WATCH={\"enable\":true,\"json\":true};\n"

    /// Returns the opener of a UDP socket at a local address.
    ///
    /// When several sockets have one unicast address, the kernel passes each datagram only to the last
    /// one opened, of any user, so such an address is not shared. All sockets of a multicast or broadcast
    /// address receive each datagram.
    static func udp(host: String, port: Int) -> LinkOpener {
        { handler in
            let bound = LoopBound(handler)
            return address(host, port)
                .flatMap { address in
                    let isShared = address.isMulticast || isBroadcast(address)
                    return DatagramBootstrap(group: Loop.eventLoop)
                        .channelOption(.autoRead, value: false)
                        // A longer datagram would be truncated silently.
                        .channelOption(
                            .recvAllocator,
                            value: FixedSizeRecvByteBufferAllocator(capacity: 65_536)
                        )
                        .channelOption(.socketOption(.so_reuseaddr), value: isShared ? 1 : 0)
                        .channelInitializer { channel in
                            Loop.assume {
                                do {
                                    try channel.pipeline.syncOperations.addHandler(
                                        DatagramHandler())
                                } catch {
                                    return channel.eventLoop.makeFailedFuture(error)
                                }
                                return add(bound.value, to: channel)
                            }
                        }
                        .bind(to: address)
                }
                .map {
                    Link(
                        description: LinkDescription(device: "udp \(host):\(port)"), channel: $0)
                }
                .orTrouble(
                    "listen on udp \(host):\(port)",
                    remedy: "stop the program that listens there, correct host and port, or set "
                        + "host to the broadcast address, which several programs may share")
        }
    }

    /// Returns the address of a local host. A name is resolved on another thread, as that may take long.
    private static func address(_ host: String, _ port: Int) -> EventLoopFuture<SocketAddress> {
        if let address = try? SocketAddress(ipAddress: host, port: port) {
            return Loop.eventLoop.makeSucceededFuture(address)
        }
        return NIOThreadPool.singleton.runIfActive(eventLoop: Loop.eventLoop) {
            try SocketAddress.makeAddressResolvingHost(host, port: port)
        }
    }

    private nonisolated static func isBroadcast(_ address: SocketAddress) -> Bool {
        guard case .v4 = address else { return false }
        return unsafe address.withSockAddr {
            unsafe BroadcastAddress.isBroadcast($0, socklen_t($1))
        }
    }

    /// Adds the handler at the end of the pipeline of a new channel.
    static func add(_ handler: LinkHandler, to channel: any Channel) -> EventLoopFuture<Void> {
        do {
            try channel.pipeline.syncOperations.addHandler(handler)
            return channel.eventLoop.makeSucceededVoidFuture()
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
    }
}

extension EventLoopFuture {
    /// Turns errors into a `SourceUnavailable` that names the attempt and the remedy.
    fileprivate func orTrouble(_ attempt: String, remedy: String) -> EventLoopFuture<Value> {
        flatMapErrorThrowing { error in
            throw SourceUnavailable(trouble: SourceTrouble(attempt, error, remedy: remedy))
        }
    }
}
