import EventStore
import Testing

@Suite struct LogCursorTests {
    @Test func cursorWireFormIsStable() {
        #expect("\(LogCursor(epoch: Epoch(bits: 255), seq: 7))" == "00000000000000ff:7")
    }

    @Test func invalidCursorIsRefusedWithAReason() throws {
        let epoch = Epoch(bits: 1)
        let bounds = EventBounds(epoch: epoch, first: 11, head: 20)
        for seq: Seq in 10...20 { try bounds.check(LogCursor(epoch: epoch, seq: seq)) }
        #expect(throws: CursorFailure.expired(first: 11, lost: 1)) {
            try bounds.check(LogCursor(epoch: epoch, seq: 9))
        }
        #expect(throws: CursorFailure.ahead(head: 20)) {
            try bounds.check(LogCursor(epoch: epoch, seq: 21))
        }
        let other = Epoch(bits: 2)
        #expect(throws: CursorFailure.epochChanged(asked: other, current: epoch)) {
            try bounds.check(LogCursor(epoch: other, seq: 15))
        }
    }
}
