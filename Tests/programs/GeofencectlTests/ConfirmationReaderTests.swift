import ControlProtocol
import Testing

@testable import geofencectl

@Suite struct ConfirmationReaderTests {
    @Test(arguments: [
        ("5f3a:42", Cursor(epoch: "5f3a", seq: 42) as Cursor??),
        (#"{"event_id":"5f3a:42","seq":42,"type":"entered"}"#, Cursor(epoch: "5f3a", seq: 42)),
        (#"{"from_seq":1,"reason":"expired","to_seq":7,"type":"gap"}"#, .some(nil)),
        ("done", nil),
    ])
    func lineIsARecordOrACursor(line: String, cursor: Cursor??) {
        #expect(ConfirmationReader.cursor(Array(line.utf8)) == cursor)
    }
}
