import NIOCore
import Testing

@testable import GeofenceDaemon

@Suite struct LoopTimerTests {
    @Loop private final class Record {
        var done: [String] = []
        var second: LoopTimer?
    }

    /// NIO takes all that is due from its list before it runs the first of it.
    @Test @Loop func whatIsCancelledIsNotDoneThoughItIsDueAtTheSameTime() async {
        let record = Record()
        await withCheckedContinuation { continuation in
            Loop.after(.zero) {
                record.done.append("first")
                record.second?.cancel()
            }
            record.second = Loop.after(.zero) { record.done.append("second") }
            Loop.after(.milliseconds(1)) {
                record.done.append("third")
                continuation.resume()
            }
        }
        #expect(record.done == ["first", "third"])
    }
}
