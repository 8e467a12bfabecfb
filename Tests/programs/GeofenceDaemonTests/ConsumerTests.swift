import ControlProtocol
import EventStore
import NIOCore
import NIOPosix
import Testing

@testable import GeofenceDaemon

@Suite struct ConsumerMemoryTests {
    private let then = "2026-11-21T07:40:00.000Z"
    private let now = "2026-11-21T07:41:00.000Z"

    @Test func itsBytesRestoreItAndLaterKeysAreIgnored() throws {
        var memory = ConsumerMemory(epoch: "5f3a", seq: 42, now: then)
        memory.paused = true
        #expect(ConsumerMemory(bytes: memory.bytes) == memory)
        var later = try Wire.value(JSONValue.self, from: memory.bytes)
        guard case .object(var members) = later else { throw CancellationError() }
        members["key_of_a_later_version"] = .bool(true)
        later = .object(members)
        #expect(ConsumerMemory(bytes: Wire.line(later)) == memory)
        #expect(ConsumerMemory(bytes: Array("{}".utf8)) == nil)
    }

    @Test func itsCursorMovesBackOnlyIntoAnotherLog() {
        var memory = ConsumerMemory(epoch: "5f3a", seq: 42, now: then)
        let report = ConsumerAcknowledgement(consumer: "mqtt")
        memory.take(report, cursor: Cursor(epoch: "5f3a", seq: 41), now: now)
        #expect(memory.seq == 42 && memory.acknowledged_at == nil && memory.seen_at == now)
        memory.take(report, cursor: Cursor(epoch: "5f3a", seq: 43), now: now)
        #expect(memory.seq == 43 && memory.acknowledged_at == now)
        memory.take(report, cursor: Cursor(epoch: "77aa", seq: 3), now: now)
        #expect(memory.cursor == Cursor(epoch: "77aa", seq: 3))
    }

    @Test func itKeepsTheNewestParkedEventsAndShortTexts() {
        var memory = ConsumerMemory(epoch: "5f3a", seq: 0, now: then)
        let long = String(repeating: "x", count: 1000)
        for seq in 1...20 {
            let parked = [ParkedEvent(event_id: "5f3a:\(seq)", reason: long)]
            memory.take(
                ConsumerAcknowledgement(consumer: "mqtt", parked: parked, error: long), cursor: nil,
                now: now)
        }
        #expect(memory.parked == 20 && memory.parked_events.count == Limits.parkedEvents)
        #expect(memory.parked_events.last?.event_id == "5f3a:20")
        #expect(memory.bytes.count < 8 << 10)
    }
}

@Suite struct ConsumerPlaceTests {
    @Loop @Test func aConsumerOfAnotherLogContinuesWithinThisOne() async throws {
        try await EventLog.withTemporary { log in
            let memory = ConsumerMemory(epoch: log.bounds.epoch, seq: 0, now: "")
            let place = Consumer(name: "a", memory).place(in: log.bounds)
            #expect(place.next == 1 && !place.isAfterOtherLog)
            let other = ConsumerMemory(epoch: "another", seq: 42, now: "")
            let moved = Consumer(name: "b", other).place(in: log.bounds)
            #expect(moved.next == 1 && moved.isAfterOtherLog)
        }
    }

    @Loop @Test func namesAndNumbersOfConsumersHaveLimits() async throws {
        try await EventLog.withTemporary { log in
            let consumers = Consumers(of: log)
            for name in ["", "a\nb", "journal", String(repeating: "x", count: 129)] {
                #expect(throws: Failure.self) { try consumers.known(name) }
            }
            let channel = try await DatagramBootstrap(group: Loop.eventLoop)
                .bind(host: "127.0.0.1", port: 0).get()
            let stream = EventStream(of: log, to: LineWriter(channel: channel))
            for number in 0..<Limits.consumers {
                await withCheckedContinuation { done in
                    consumers.hold("c\(number)", by: stream, next: 1) { _ in done.resume() }
                }
            }
            #expect(throws: Failure.self) { try consumers.known("more") }
            #expect(throws: Never.self) { try consumers.known("c1") }
            try await channel.close()
        }
    }
}
