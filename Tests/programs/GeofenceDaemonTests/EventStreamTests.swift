import EventStore
import NIOCore
import NIOPosix
import Testing

@testable import GeofenceDaemon

@Suite struct EventStreamTests {
    /// Where a stream begins may have to be looked for in the log, and meanwhile the client goes.
    @Loop @Test func aStreamThatIsClosedDoesNotBegin() async throws {
        try await EventLog.withTemporary { log in
            let channel = try await DatagramBootstrap(group: Loop.eventLoop)
                .bind(host: "127.0.0.1", port: 0).get()
            let subscription = Subscription(serial: 1, next: 1, filter: .everything, follows: true)
            let stream = EventStream(of: log, to: LineWriter(channel: channel))
            stream.begin(subscription)
            #expect(stream.subscription != nil)
            stream.close()
            stream.begin(subscription)
            #expect(stream.subscription == nil)
            try await channel.close()
        }
    }
}
