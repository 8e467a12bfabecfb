import ControlProtocol
import Glibc
import SystemServices
import Testing

/// The daemon's end of a control socket. A test does its part line by line, so that nothing waits.
final class FakeDaemon {
    static let epoch = "5f3a"

    let path = "/tmp/geofenced-client-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).sock"
    private let listener: OwnedDescriptor
    private var peer: Int32 = -1
    /// Bytes of a request that has not come whole.
    private var rest: [UInt8] = []
    private let newline = UInt8(ascii: "\n")

    init() throws {
        listener = try OwnedDescriptor.unixStream()
        let address = try #require(UnixAddress(path))
        let outcome = unsafe address.withPointer { unsafe bind(listener.rawValue, $0, $1) }
        try #require(outcome == 0)
        try #require(listen(listener.rawValue, 8) == 0)
    }

    deinit {
        cut()
        _ = unsafe unlink(path)
    }

    /// Accepts the client that has connected, and greets it.
    func accept(greeting: Hello? = hello) throws {
        cut()
        peer = Glibc.accept(listener.rawValue, nil, nil)
        try #require(peer >= 0, "a client has connected")
        _ = fcntl(peer, F_SETFL, O_NONBLOCK)
        if let greeting { send(Notification(.hello, greeting)) }
    }

    /// Sends a value as a line.
    func send(_ value: some Encodable) { send(Wire.line(value) + [UInt8(ascii: "\n")]) }

    /// Sends bytes. Returns how many the client has room for.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        unsafe Glibc.send(peer, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Sends an event of the log.
    func send(event seq: Int64) {
        send(
            Notification(
                .event, EventRecord(seq: seq, event_id: "\(Self.epoch):\(seq)", type: "entered")))
    }

    /// Answers to a subscription.
    func subscribed(id: Int64 = 1, from seq: Int64, placement: String? = nil) {
        var subscribed = Subscribed(epoch: Self.epoch, from_seq: seq, next_seq: 10_000)
        subscribed.placement = placement
        send(Response.result(subscribed, id: .number(id)))
    }

    /// The requests that have come since the last call.
    func requests() throws -> [Request] {
        defer { rest = rest.lastIndex(of: newline).map { Array(rest[($0 + 1)...]) } ?? rest }
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(peer, &piece, piece.count)
            guard count > 0 else { break }
            rest += piece[..<count]
        }
        let whole = rest[..<(rest.lastIndex(of: newline) ?? 0)]
        return try whole.split(separator: newline).map { try Request(line: Array($0)) }
    }

    /// The acknowledgements that have come since the last call.
    func reports() throws -> [ConsumerAcknowledgement] {
        try requests().filter { $0.method == .consumerAcknowledge }
            .map { try $0.parameters(ConsumerAcknowledgement.self) }
    }

    /// Ends the connection, as a kill does.
    func cut() {
        if peer >= 0 { close(peer) }
        rest = []
        peer = -1
    }

    static var hello: Hello {
        Hello(
            version: "0", boot_id: "0", epoch: epoch, next_seq: 1, time: "2026-11-28T12:00:00Z",
            access: .operate)
    }
}
