import ControlProtocol
import NIOCore

/// A test of a consumer: sends an event that is not in the log through it to its destination.
@Loop
final class ConsumerTest {
    /// The test event.
    let event: EventRecord
    private let begun = NIODeadline.now()
    private var answer: (@Loop (ConsumerTested) -> Void)?
    private var timer: LoopTimer?

    /// Creates a test that calls `answer` once: with the outcome, or an error after `Limits.test_s`.
    init(_ event: EventRecord, _ answer: @escaping @Loop (ConsumerTested) -> Void) {
        self.event = event
        self.answer = answer
        let seconds = Int64(Limits.test_s)
        timer = Loop.after(.seconds(seconds)) {
            self.fail("The program has not answered for \(seconds) s.")
        }
    }

    /// Ends the test with the outcome that the consumer reports; ignores the outcome of another test.
    func end(_ outcome: ConsumerTestOutcome) {
        guard outcome.event_id == event.event_id else { return }
        finish(outcome.error?.cut)
    }

    /// Ends the test with the reason why the event cannot be delivered.
    func fail(_ reason: String) { finish(reason) }

    private func finish(_ error: String?) {
        timer?.cancel()
        let took = NIODeadline.now() - begun
        let answer = answer
        self.answer = nil
        answer?(
            ConsumerTested(
                event_id: event.event_id, took_s: Double(took.nanoseconds) / 1e9, error: error))
    }
}

extension ConsumerControl {
    /// Sends a test event to a consumer and answers with the outcome.
    func test(
        _ choice: ConsumerChoice, _ request: Request, _ client: ClientConnection
    ) throws(Failure) {
        let consumer = try changeable(choice.consumer)
        guard consumer.isConnected, let stream = consumer.holder else {
            throw Failure(
                .invalidState, "The program of the consumer \(consumer.name) is not connected.",
                hint:
                    "Start it, or read its last error: geofencectl consumer show \(consumer.name).")
        }
        guard consumer.test == nil else {
            throw Failure(
                .busy, "Another test of the consumer \(consumer.name) is not answered yet.",
                hint: "Wait for its answer, at most \(Int(Limits.test_s)) s.")
        }
        let number = String(UInt32.random(in: 0...UInt32.max), radix: 16)
        var event = EventRecord(
            seq: 0, event_id: "\(log.bounds.epoch):test-\(number)", type: "test")
        event.test = true
        event.device = log.device
        event.emitted_at = WallClock.rfc3339()
        event.message = "Test event for consumer \(consumer.name); nothing has happened."
        let test = ConsumerTest(event) { outcome in
            consumer.test = nil
            client.reply(outcome, to: request)
        }
        consumer.test = test
        stream.send(test: test.event)
    }
}
