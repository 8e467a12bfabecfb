import Testing

@testable import MQTTConsumer

@Suite struct LossHistoryTests {
    @Test func theOldestMessageGoesAloneAfterALoss() {
        var losses = LossHistory<String>()
        #expect(losses.allows("a", besides: 20))
        losses.sent("a")
        losses.sent("b")
        let first = losses.lost(oldest: "a")
        #expect(!first, "it was not alone")
        #expect(!losses.allows("a", besides: 1) && losses.allows("a", besides: 0))
        #expect(losses.allows("b", besides: 5))
        losses.sent("a")
        #expect(!losses.allows("b", besides: 1), "nothing follows the suspect")
        losses.answered("a")
        #expect(losses.allows("a", besides: 1) && losses.allows("b", besides: 1))
    }

    @Test func theSuspectIsAloneUntilItIsAnswered() {
        var losses = LossHistory<String>()
        _ = losses.lost(oldest: "a")
        losses.sent("other")
        losses.answered("other")
        losses.sent("a")
        let alone = losses.lost(oldest: "a")
        // A loss with nothing on its way is about no message.
        let nothing = losses.lost(oldest: nil)
        losses.sent("a")
        let again = losses.lost(oldest: "a")
        #expect(alone && !nothing && again)
        losses.sent("a")
        losses.answered("a")
        losses.sent("a")
        let answered = losses.lost(oldest: "a")
        #expect(!answered)
    }
}
