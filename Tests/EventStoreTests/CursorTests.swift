import EventStore
import Testing

@Suite struct CursorTests {
    @Test(arguments: [
        Cursor(epoch: Epoch(bits: 1), seq: 0),
        Cursor(epoch: Epoch(bits: .max), seq: .max),
        Cursor(epoch: Epoch(bits: 0x8f3a_5c0d_e1b2_7704), seq: 1842),
    ])
    func writtenAndReadIsTheSame(cursor: Cursor) throws {
        #expect(try Cursor(parsing: cursor.description) == cursor)
    }

    @Test func theWireFormIsFixed() {
        #expect("\(Cursor(epoch: Epoch(bits: 255), seq: 7))" == "00000000000000ff:7")
    }

    @Test(arguments: [
        "", ":", "now", "12", "00000000000000ff", "00000000000000ff:", "00000000000000ff:-1",
        "00000000000000ff:+1", "00000000000000ff: 1", "00000000000000ff:1:2", "ff:1",
        "00000000000000fg:1", "+0000000000000ff:1", "00000000000000ff:9223372036854775808",
    ])
    func anythingElseIsRefused(text: String) {
        #expect(throws: CursorFailure.malformed(text)) { try Cursor(parsing: text) }
    }

    @Test func theLogSaysWhyItCannotBeReadFromACursor() throws {
        let epoch = Epoch(bits: 1)
        let bounds = EventBounds(epoch: epoch, first: 11, head: 20)
        for seq: Seq in 10...20 { try bounds.check(Cursor(epoch: epoch, seq: seq)) }
        #expect(throws: CursorFailure.expired(first: 11, lost: 1)) {
            try bounds.check(Cursor(epoch: epoch, seq: 9))
        }
        #expect(throws: CursorFailure.ahead(head: 20)) {
            try bounds.check(Cursor(epoch: epoch, seq: 21))
        }
        let other = Epoch(bits: 2)
        #expect(throws: CursorFailure.epochChanged(asked: other, current: epoch)) {
            try bounds.check(Cursor(epoch: other, seq: 15))
        }
    }
}
