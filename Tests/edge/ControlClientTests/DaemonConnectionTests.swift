import ControlClient
import ControlProtocol
import Glibc
import SystemServices
import Testing

@Suite struct DaemonConnectionTests {
    private let daemon: FakeDaemon
    private let connection: DaemonConnection

    init() throws {
        daemon = try FakeDaemon()
        connection = DaemonConnection(path: daemon.path)
    }

    /// The failure of a call.
    private func failure(_ body: () throws -> Void) -> ConnectionFailure? {
        do {
            try body()
            return nil
        } catch {
            return error as? ConnectionFailure
        }
    }

    @Test func aSocketWithoutAListenerIsUnreachable() {
        let other = DaemonConnection(path: daemon.path + "-none")
        guard case .unreachable(let error)? = failure({ try other.open() }) else {
            Issue.record("connected to nothing")
            return
        }
        #expect(error.code == ENOENT && !other.isOpen)
    }

    @Test func onlyTheDaemonOfTheSameProtocolIsTalkedTo() throws {
        var other = FakeDaemon.hello
        other.server = "another"
        var later = FakeDaemon.hello
        later.protocol = ProtocolVersion(major: 2, minor: 0)
        for (hello, expected) in [
            (other, ConnectionFailure.foreign), (later, .otherProtocol(major: 2)),
        ] {
            try connection.open()
            try daemon.accept(greeting: hello)
            #expect(failure { _ = try connection.read() } == expected)
        }
    }

    @Test func aRefusalInsteadOfAGreetingIsTheReason() throws {
        let busy = Failure(.busy, "There are 64 clients already.")
        try connection.open()
        try daemon.accept(greeting: nil)
        daemon.send(Response<Nothing>.failure(busy, id: .null))
        daemon.cut()
        #expect(failure { _ = try connection.read() } == .refused(busy))
        try connection.open()
        try daemon.accept(greeting: nil)
        daemon.cut()
        #expect(failure { _ = try connection.read() } == .closed(isGreeted: false))
    }

    @Test func aCallKeepsTheNotificationsBeforeItsResponse() throws {
        try connection.open()
        try daemon.accept()
        daemon.send(event: 1)
        daemon.send(Response.result(Nothing(), id: .number(1)))
        daemon.send(event: 2)
        let line = try connection.call(.eventsUnsubscribe, Nothing(), .never)
        guard case .result = try Wire.value(Response<Nothing>.self, from: line) else {
            Issue.record("no result")
            return
        }
        for seq in [1, 2] {
            guard case .notification(.event, let line) = try connection.next(.never) else {
                Issue.record("no event")
                return
            }
            #expect(TakenEvent(line: line)?.event.seq == Int64(seq))
        }
        #expect(failure { _ = try connection.next(.after(seconds: 0)) } == .timedOut)
        daemon.cut()
        #expect(failure { _ = try connection.next(.never) } == .closed(isGreeted: true))
    }

    @Test func aRequestLongerThanTheDaemonReadsIsNotSent() throws {
        try connection.open()
        try daemon.accept()
        _ = try connection.next(.never)
        let long = FenceChoice(fence: String(repeating: "x", count: Limits.line_bytes))
        let expected = ConnectionFailure.requestTooLong(limit_bytes: Limits.line_bytes)
        #expect(failure { _ = try connection.call(.fenceInspect, long, .never) } == expected)
        #expect(try daemon.requests().isEmpty)
    }

    @Test func aCallReadsWhileTheDaemonReadsNothing() throws {
        try connection.open()
        try daemon.accept()
        // More than both ends keep: a client that only wrote would wait here for ever.
        let text = String(repeating: "x", count: 1000)
        for _ in 0..<2000 { connection.notify(.fenceInspect, FenceChoice(fence: text)) }
        #expect(connection.wantsWrite)
        daemon.send(event: 1)
        guard case .notification(.event, _) = try eventAfterGreeting() else {
            Issue.record("no event")
            return
        }
        var count = 0
        while connection.wantsWrite {
            count += try daemon.requests().count
            connection.flush()
        }
        count += try daemon.requests().count
        #expect(count == 2000)
    }

    private func eventAfterGreeting() throws -> DaemonConnection.Message {
        _ = try connection.next(.never)
        return try connection.next(.never)
    }
}
