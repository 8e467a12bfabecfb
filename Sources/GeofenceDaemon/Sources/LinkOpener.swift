import Glibc
import NIOCore
import NIOPosix
import Positioning
import SystemServices

/// Makes one attempt to open a link, whose bytes go to the handler once it reads.
typealias LinkOpener = @Loop (LinkHandler) -> EventLoopFuture<Link>

/// Opens the kinds of links there are.
@Loop
enum LinkOpeners {
    /// Seconds after which a server that does not answer is taken for absent.
    private static let connectTimeout_s: Int64 = 5

    /// A receiver on a serial line; `baud` 0 searches for its speed, where the line has one.
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

    /// A server on TCP, which gets `greeting` first.
    static func tcp(
        host: String, port: Int, greeting: String? = nil, _ description: LinkDescription? = nil
    ) -> LinkOpener {
        { handler in
            let bound = LoopBound(handler)
            let description = description ?? LinkDescription(device: "\(host):\(port)")
            return ClientBootstrap(group: Loop.eventLoop)
                .connectTimeout(.seconds(connectTimeout_s))
                .channelOption(.autoRead, value: false)
                .keepingAlive()
                .channelInitializer { channel in
                    Loop.assume { add(bound.value, to: channel) }
                }
                .connect(host: host, port: port)
                .map { channel in
                    if let greeting {
                        channel.writeAndFlush(ByteBuffer(string: greeting), promise: nil)
                    }
                    return Link(description: description, channel: channel)
                }
                .orTrouble(
                    "connect to \(host):\(port)", remedy: "start it there or correct host and port")
        }
    }

    /// A gpsd.
    static func gpsd(host: String, port: Int, choice: String? = nil) -> LinkOpener {
        tcp(
            host: host, port: port, greeting: gpsdWatch,
            LinkDescription(
                device: "\(host):\(port)", choice: choice, language: choice == nil ? nil : .gpsd))
    }

    /// What makes gpsd send its reports; newline for those in between that wait for one.
    static let gpsdWatch = "?WATCH={\"enable\":true,\"json\":true};\n"

    /// Datagrams to a local address.
    ///
    /// Of several sockets with one unicast address, the kernel gives each datagram to the last that
    /// was opened, of whichever user: such an address is not shared. What is sent to a multicast or
    /// broadcast address is given to all of them.
    static func udp(host: String, port: Int) -> LinkOpener {
        { handler in
            let bound = LoopBound(handler)
            return address(host, port)
                .flatMap { address in
                    let isShared = address.isMulticast || isBroadcast(address)
                    return DatagramBootstrap(group: Loop.eventLoop)
                        .channelOption(.autoRead, value: false)
                        // A longer datagram would be cut without a word.
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
                    remedy: "end what listens there, correct host and port, or set host to the "
                        + "broadcast address, which several programs may share")
        }
    }

    /// The address of a local host. A name may have to be asked for, which is not waited for on the loop.
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

    /// Puts the handler at the end of a new channel.
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
    /// Says what was tried where it fails.
    fileprivate func orTrouble(_ attempt: String, remedy: String) -> EventLoopFuture<Value> {
        flatMapErrorThrowing { error in
            throw SourceUnavailable(trouble: SourceTrouble(attempt, error, remedy: remedy))
        }
    }
}
