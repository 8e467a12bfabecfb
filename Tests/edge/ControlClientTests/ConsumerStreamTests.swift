import ControlClient
import ControlProtocol
import Testing

@Suite struct ConsumerStreamTests {
    private let daemon: FakeDaemon
    private let stream: ConsumerStream

    init() throws {
        daemon = try FakeDaemon()
        stream = ConsumerStream(
            socket: daemon.path, SubscribeRequest(consumer: "gate"), window: 64, takesTests: false
        ) { _ in }
    }

    /// Connects and subscribes; returns the request.
    @discardableResult
    private func subscribe(
        now: Double, id: Int64 = 1, from seq: Int64 = 1, placement: String? = nil
    ) throws -> SubscribeRequest {
        stream.work(now: now)
        try daemon.accept()
        daemon.subscribed(id: id, from: seq, placement: placement)
        stream.read(now: now)
        let request = try #require(try daemon.requests().first)
        #expect(stream.isSubscribed && request.method == .eventsSubscribe)
        return try request.parameters(SubscribeRequest.self)
    }

    /// The numbers of the items that wait; a gap is the last number of it, negative.
    private func take() -> [Int64] {
        var numbers: [Int64] = []
        while let item = stream.next() {
            switch item {
            case .event(_, let cursor): numbers.append(cursor.seq)
            case .gap(let gap, _): numbers.append(-gap.to_seq)
            }
        }
        return numbers
    }

    private func finish(_ numbers: some Sequence<Int64>) {
        for seq in numbers { stream.finish(Cursor(epoch: FakeDaemon.epoch, seq: seq)) }
    }

    private func cursors() throws -> [String] { try daemon.reports().compactMap(\.cursor) }

    @Test func theRequestLimitsWhatIsSent() throws {
        #expect(try subscribe(now: 0).max_unacknowledged == 64)
    }

    @Test func halfAWindowIsAcknowledgedAtOnceAndTheRestAfterASecond() throws {
        try subscribe(now: 10)
        for seq in 1...64 { daemon.send(event: Int64(seq)) }
        stream.read(now: 10)
        #expect(take() == Array(1...64))
        finish([1])
        stream.work(now: 10)
        #expect(try cursors() == ["5f3a:1"], "the first one of a second")
        for seq in 2...33 {
            finish([Int64(seq)])
            stream.work(now: 10.1)
        }
        #expect(try cursors() == ["5f3a:33"], "half a window")
        finish(34...40)
        stream.work(now: 10.9)
        #expect(try cursors().isEmpty && abs(stream.due_s(now: 10.9) - 0.2) < 1e-9)
        stream.work(now: 11.1)
        #expect(try cursors() == ["5f3a:40"])
        #expect(stream.due_s(now: 11.1) == .infinity)
    }

    @Test func whatWasFinishedBeforeAKillIsNotGivenAgain() throws {
        try subscribe(now: 0)
        for seq in 1...5 { daemon.send(event: Int64(seq)) }
        stream.read(now: 0)
        #expect(take() == [1, 2, 3, 4, 5])
        finish([1, 2, 4])
        daemon.cut()
        stream.read(now: 1)
        #expect(!stream.isSubscribed && stream.loss == .closed(isGreeted: true))
        #expect(stream.generation == 1 && stream.due_s(now: 1) > 0)
        try subscribe(now: 10, id: 2, from: 1)
        #expect(stream.loss == nil)
        for seq in 1...6 { daemon.send(event: Int64(seq)) }
        stream.read(now: 10)
        // 4 was finished after a hole.
        #expect(take() == [3, 4, 5, 6])
        finish([3])
        stream.acknowledgeAll(now: 10)
        #expect(try cursors() == ["5f3a:3"])
    }

    @Test func theFinishedPlaceIsAcknowledgedOnTheNextConnection() throws {
        try subscribe(now: 0)
        for seq in 1...3 { daemon.send(event: Int64(seq)) }
        stream.read(now: 0)
        _ = take()
        finish(1...3)
        daemon.cut()
        stream.read(now: 0)
        stream.work(now: 10)
        try daemon.accept()
        daemon.subscribed(id: 2, from: 1)
        stream.read(now: 10)
        #expect(try cursors() == ["5f3a:3"])
    }

    @Test func aLineThatIsCutOffCountsAsNothing() throws {
        try subscribe(now: 0)
        daemon.send(event: 1)
        daemon.send(Array(#"{"jsonrpc":"2.0","method":"event","par"#.utf8))
        daemon.cut()
        stream.read(now: 0)
        #expect(take() == [1])
        stream.read(now: 0)
        #expect(take() == [] && !stream.isSubscribed)
    }

    @Test func aGapIsAnItemOfItsOwn() throws {
        try subscribe(now: 0)
        daemon.send(Notification(.gap, Gap(from_seq: 1, to_seq: 7, reason: "expired")))
        daemon.send(event: 8)
        stream.read(now: 0)
        #expect(take() == [-7, 8])
        finish([8])
        stream.acknowledgeAll(now: 0)
        #expect(try cursors().isEmpty, "the gap is open")
        finish([7])
        stream.acknowledgeAll(now: 0)
        #expect(try cursors() == ["5f3a:8"])
    }

    @Test func theFilteredEventsAreAcknowledgedOncePerProgress() throws {
        try subscribe(now: 0)
        for seq in 1...200 {
            daemon.send(Notification(.progress, Progress(cursor: "5f3a:\(seq)")))
        }
        for _ in 0..<4 { stream.read(now: 0) }
        #expect(take() == [])
        stream.work(now: 0)
        #expect(try cursors() == ["5f3a:200"])
    }

    @Test func aMovedCursorIsSubscribedToAtOnceAndVoidsWhatWasFinished() throws {
        try subscribe(now: 0, placement: "a")
        daemon.send(event: 1)
        stream.read(now: 0)
        _ = take()
        finish([1])
        let moved = Failure(.invalidState, "The cursor of the consumer gate was moved.")
        daemon.send(Notification(.end, StreamEnd(cursor: "5f3a:1", events: 1, error: moved)))
        stream.read(now: 5)
        #expect(stream.loss == .ended(moved) && stream.moves == 1 && stream.due_s(now: 5) == 0)
        try subscribe(now: 5, id: 2, from: 1, placement: "b")
        daemon.send(event: 1)
        stream.read(now: 5)
        #expect(take() == [1])
    }

    @Test func theTriesToConnectBecomeRarer() throws {
        let nothing = ConsumerStream(
            socket: daemon.path + "-none", SubscribeRequest(consumer: "gate")
        ) { _ in }
        var now = 0.0
        var pauses: [Double] = []
        for _ in 0..<12 {
            nothing.work(now: now)
            pauses.append(nothing.due_s(now: now))
            now += nothing.due_s(now: now)
        }
        #expect(pauses[0] <= 0.5 && pauses.max() ?? 0 <= 5 && pauses.suffix(4).max() ?? 0 > 0.5)
    }

    @Test func parkedEventsAreReportedAfterTheConnection() throws {
        let cursor = Cursor(epoch: FakeDaemon.epoch, seq: 1)
        stream.reportParked(cursor, "exit 3")
        stream.work(now: 0)
        try daemon.accept()
        daemon.subscribed(from: 1)
        stream.read(now: 0)
        #expect(try daemon.reports().compactMap(\.parked).map(\.count) == [1])
    }

    @Test func aTestEventIsRefusedByAProgramThatDeliversNone() throws {
        try subscribe(now: 0)
        daemon.send(Notification(.test, EventRecord(seq: 0, event_id: "5f3a:test-1", type: "test")))
        stream.read(now: 0)
        #expect(try daemon.reports().compactMap(\.test?.error).count == 1)
    }
}
