import ConsumerFrame
import Consuming
import ControlClient
import ControlProtocol
import Testing

@Suite struct EventBatchesTests {
    /// An intake that holds the numbers; a negative one is a gap.
    private final class Intake {
        var numbers: [Int64]
        let padding: String

        init(_ numbers: [Int64], recordBytes: Int = 0) {
            self.numbers = numbers
            padding = String(repeating: "x", count: recordBytes)
        }

        func next() -> ConsumerStream.Item? {
            guard !numbers.isEmpty else { return nil }
            let number = numbers.removeFirst()
            guard number > 0 else {
                return .gap(GapRecord(Gap(from_seq: 1, to_seq: -number, reason: "expired")), nil)
            }
            let record =
                #"{"event_id":"5f3a:\#(number)","seq":\#(number),"type":"a","fence":"\#(padding)"}"#
            let line = Array(#"{"method":"event","params":\#(record)}"#.utf8)
            return TakenEvent(line: line).map {
                .event($0, Cursor(epoch: "5f3a", seq: number))
            }
        }
    }

    /// The next batches by their numbers, a negative one for a gap.
    private func numbers(_ batches: inout EventBatches, _ intake: Intake) -> [[Int64]] {
        var found: [[Int64]] = []
        while let batch = batches.next(intake.next) {
            switch batch {
            case .events(let events): found.append(events.map(\.1.seq))
            case .gap(let record, _): found.append([-record.to_seq])
            }
        }
        return found
    }

    @Test func waitingEventsGoTogetherUpToTheMaximum() {
        var batches = EventBatches(maximum: 3)
        let found = numbers(&batches, Intake([1, 2, 3, 4, 5, 6, 9]))
        #expect(found == [[1, 2, 3], [4, 5, 6], [9]])
        var single = EventBatches(maximum: 1)
        #expect(numbers(&single, Intake([1, 2])) == [[1], [2]])
    }

    @Test func gapGoesAloneInItsPlace() {
        var batches = EventBatches(maximum: 3)
        #expect(numbers(&batches, Intake([1, 2, -7, 8, 9])) == [[1, 2], [-7], [8, 9]])
    }

    @Test func batchHasAtMost64KiBOfRecords() {
        var batches = EventBatches(maximum: 100)
        let found = numbers(&batches, Intake([1, 2, 3, 4], recordBytes: 30_000))
        #expect(found == [[1, 2], [3, 4]])
        let large = numbers(&batches, Intake([5, 6], recordBytes: 70_000))
        #expect(large == [[5], [6]])
    }

    @Test func eventsOfARefusedBatchGoAloneAndLaterOnesTogether() throws {
        var batches = EventBatches(maximum: 3)
        let intake = Intake([1, 2, 3, 4, 5, 6])
        let batch = batches.next(intake.next)
        batches.split(try #require(batch))
        #expect(batches.hasPending)
        #expect(numbers(&batches, intake) == [[1], [2], [3], [4, 5, 6]])
        #expect(!batches.hasPending)
        batches.sendAlone(upTo: Cursor(epoch: "5f3a", seq: 8))
        #expect(numbers(&batches, Intake([7, 8, 9, 10])) == [[7], [8], [9, 10]])
        // Another log has other numbers.
        batches.sendAlone(upTo: Cursor(epoch: "77aa", seq: 99))
        #expect(numbers(&batches, Intake([11, 12])) == [[11, 12]])
    }

    @Test func forgottenItemsAreNotGiven() throws {
        var batches = EventBatches(maximum: 3)
        // The gap is taken to find out that the batch ends before it.
        _ = batches.next(Intake([1, -7]).next)
        #expect(batches.hasPending)
        batches.forgetPending()
        #expect(numbers(&batches, Intake([1, 2])) == [[1, 2]])
    }
}
