import ControlProtocol
import NIOCore
import NIOPosix
import SystemServices

/// Listens on the control socket and admits clients within their rights and limits.
@Loop
final class ControlServer {
    private let rules: AccessRules
    private let reader: CallReader
    private let controls: Controls
    private let log: EventLog
    private var listeners: [any Channel] = []
    private var clients: [ObjectIdentifier: ClientConnection] = [:]
    private var limits = ClientLimits()

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - log: the log that subscriptions read.
    ///   - reader: parses the requests.
    ///   - controls: performs the requests.
    init(rules: AccessRules, log: EventLog, reader: CallReader, controls: Controls) {
        self.rules = rules
        self.log = log
        self.reader = reader
        self.controls = controls
    }

    /// The number of clients.
    var clientCount: Int { limits.total }

    /// Accepts clients on a socket from now on. The future completes when the server listens.
    ///
    /// - Parameter rank: the rank of every client of this socket; nil for the rank by its user and groups.
    func listen(
        on socket: consuming OwnedDescriptor, as rank: ClientLimits.Rank? = nil
    ) -> EventLoopFuture<Void> {
        ServerBootstrap.onLoop
            .childChannelOption(.writeBufferWaterMark, value: ClientConnection.writeMarks)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                Loop.assume { self.admit(channel, as: rank) }
            }
            .withBoundSocket(socket.release())
            .map { channel in Loop.assume { self.listeners.append(channel) } }
    }

    /// Whether every client that reads has been sent every event that it wants.
    var isDelivered: Bool { clients.values.allSatisfy(\.stream.isDelivered) }

    /// Sends the new events of the log to every subscriber.
    func logHasGrown() {
        for client in clients.values { client.stream.pump() }
    }

    /// Passes a fix to the clients that follow its source; calls `make` only when there are any.
    func publish(fixOf source: String, _ make: () -> FixRecord) {
        guard hasClients else { return }
        let followed = clients.values.compactMap(\.fixes).filter { $0.includes(source: source) }
        guard !followed.isEmpty else { return }
        let fix = make()
        for following in followed { following.take(fix) }
    }

    /// Passes received text to the clients that follow the raw text of the source.
    func publish(raw text: RawText) {
        for client in clients.values { client.publish(raw: text) }
    }

    /// Whether any client follows the raw text of the source.
    func isWatched(source: String) -> Bool {
        hasClients && clients.values.contains { $0.rawSource == source }
    }

    /// Whether there are clients. Read for each fix, so it uses the count: the shared empty dictionary is
    /// on a page of its own, which takes microseconds to load when it is not in the caches.
    private var hasClients: Bool { clientCount > 0 }

    /// Accepts no more clients, and closes the present ones after the data written to them is sent.
    func close() -> EventLoopFuture<Void> {
        let loop = Loop.eventLoop
        let leaving = clients.values.map { $0.finish() }
        let listening = listeners.map { $0.close() }
        listeners = []
        return .andAllComplete(leaving + listening, on: loop)
    }

    private func admit(
        _ channel: any Channel, as given: ClientLimits.Rank?
    ) -> EventLoopFuture<Void> {
        do {
            let operations = channel.pipeline.syncOperations
            let found = try operations.withUnsafeTransportIfAvailable(
                of: NIOBSDSocket.Handle.self
            ) { Peer(ofSocket: $0) }
            guard let peer = found ?? nil else { return channel.close() }
            guard let rank = given ?? rules.rank(of: peer) else {
                return refuse(channel, rules.refusal)
            }
            if let failure = limits.admit(peer, rank) { return refuse(channel, failure) }
            let client = ClientConnection(
                channel, access: rank.access, log: log, reader: reader, controls: controls)
            clients[ObjectIdentifier(client)] = client
            channel.closeFuture.whenComplete { _ in
                Loop.assume {
                    client.isGone()
                    self.clients[ObjectIdentifier(client)] = nil
                    self.limits.leave(peer, rank)
                }
            }
            try operations.addHandler(ClientHandler(client))
            client.send(Notification(.hello, controls.status.hello(rank.access)))
            return channel.eventLoop.makeSucceededVoidFuture()
        } catch {
            return channel.close()
        }
    }

    /// Sends the failure and closes the channel, without reading a byte.
    private func refuse(_ channel: any Channel, _ failure: Failure) -> EventLoopFuture<Void> {
        let line = Wire.line(Response<Nothing>.failure(failure, id: .null)) + [UInt8(ascii: "\n")]
        // The channel can write only after it is registered, which is one turn of the loop later.
        channel.eventLoop.execute {
            channel.writeAndFlush(ByteBuffer(bytes: line)).whenComplete { _ in
                channel.close(promise: nil)
            }
        }
        return channel.eventLoop.makeSucceededVoidFuture()
    }
}
