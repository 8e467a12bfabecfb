import Testing

@testable import MQTTConsumer

@Suite struct LossHistoryTests {
    @Test func whatWasOnItsWayGoesAloneAfterALoss() {
        var losses = LossHistory<String>()
        #expect(losses.allows("a", besides: 20))
        losses.sent("a")
        losses.sent("b")
        let first = losses.lost(with: ["a", "b"])
        #expect(first == nil, "neither was alone")
        #expect(!losses.allows("a", besides: 1) && losses.allows("a", besides: 0))
        #expect(losses.allows("c", besides: 5))
        losses.sent("a")
        #expect(!losses.allows("c", besides: 1), "nothing follows a suspect")
        losses.answered("a")
        #expect(losses.allows("a", besides: 1) && !losses.allows("b", besides: 1))
    }

    @Test func lossesOfTheSameMessageAreCountedUntilItIsAnswered() {
        var losses = LossHistory<String>()
        _ = losses.lost(with: ["a", "b"])
        var counts: [Int?] = []
        for subject in ["a", "a", "b", "a", "a"] {
            losses.sent("other")
            losses.answered("other")
            losses.sent(subject)
            counts.append(losses.lost(with: [subject])?.count)
        }
        #expect(counts == [1, 2, 1, 1, 2])
        losses.sent("a")
        losses.answered("a")
        _ = losses.lost(with: ["a"])
        losses.sent("a")
        let again = losses.lost(with: ["a"])
        #expect(again?.count == 1)
    }
}
