import Testing

@testable import MQTTConsumer

@Suite struct LossHistoryTests {
    @Test func theOldestMessageGoesAloneAfterALoss() {
        var losses = LossHistory<String>()
        #expect(losses.allows("a", besides: 20))
        losses.sent("a")
        losses.sent("b")
        let first = losses.lost(oldest: "a")
        #expect(first == nil, "it was not alone")
        #expect(!losses.allows("a", besides: 1) && losses.allows("a", besides: 0))
        #expect(losses.allows("b", besides: 5))
        losses.sent("a")
        #expect(!losses.allows("b", besides: 1), "nothing follows the suspect")
        losses.answered("a")
        #expect(losses.allows("a", besides: 1) && losses.allows("b", besides: 1))
    }

    @Test func lossesOfTheSameMessageAreCountedUntilItIsAnswered() {
        var losses = LossHistory<String>()
        _ = losses.lost(oldest: "a")
        var counts: [Int?] = []
        for _ in 0..<3 {
            losses.sent("other")
            losses.answered("other")
            losses.sent("a")
            counts.append(losses.lost(oldest: "a"))
        }
        // A loss with nothing on its way says nothing.
        counts.append(losses.lost(oldest: nil))
        losses.sent("a")
        counts.append(losses.lost(oldest: "a"))
        #expect(counts == [1, 2, 3, nil, 4])
        losses.sent("a")
        losses.answered("a")
        _ = losses.lost(oldest: "a")
        losses.sent("a")
        let again = losses.lost(oldest: "a")
        #expect(again == 1)
    }
}
