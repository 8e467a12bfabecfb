import ControlProtocol
import Testing

/// Values that are passed on keep their text in a line.
@Suite struct RawJSONTests {
    private static let texts = [
        #"{"b":1.0,"a":[1E5,-0,"\u0041"]}"#, "null", #""~0""#, #"{"~":"\"~1\""}"#,
        String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
    ]

    private func raw(_ text: String) -> RawJSON { RawJSON(checked: Array(text.utf8)) }

    @Test(arguments: texts)
    func textIsWrittenVerbatim(_ text: String) throws {
        var fence = FenceState(id: #"~0"\"#, name: text, set: "~1", kind: "global")
        fence.properties = raw(text)
        let line = Wire.line(Response.result(fence, id: .number(1)))
        #expect(String(decoding: line, as: UTF8.self).contains(#""properties":\#(text),"#))
        guard case .result(let read, _) = try Wire.value(Response<FenceState>.self, from: line)
        else { return #expect(Bool(false), "no result") }
        #expect(read.name == text && read.id == fence.id && read.set == "~1")
        #expect(read.properties?.value == raw(text).value || text == "null")
    }

    @Test func manyTextsAreInsertedInOrder() {
        let list = (0..<1000).map { raw("[\($0)]") }
        let expected = list.map { text($0.bytes) }.joined(separator: ",")
        #expect(text(Wire.line(list)) == "[\(expected)]")
    }

    @Test func prettyFormIsIndented() {
        #expect(
            Wire.pretty(["k": raw(#"{"b":[1],"a":null}"#)])
                == Wire.pretty(["k": JSONValue.object(["a": .null, "b": .array([.integer(1)])])]))
    }

    /// An encoded record is written like a record in a list.
    @Test func listOfEncodedRecordsEqualsTheListOfRecords() throws {
        var record = EventRecord(seq: 7, event_id: "e:7", type: "entered")
        record.properties = raw(#"{"a":1}"#)
        let encoded = EventList.Encoded(
            events: [RawJSON(checked: Wire.line(record))], cursor: "e:7", more: false)
        let list = EventList(events: [record], cursor: "e:7", more: false)
        #expect(text(Wire.line(encoded)) == text(Wire.line(list)))
    }

    @Test func recordIsReadWithoutItsProperties() throws {
        var record = EventRecord(seq: 7, event_id: "e:7", type: "entered")
        record.why = "w"
        record.properties = raw(#"{"a":1}"#)
        let read = try EventRecord(withoutPropertiesOf: Wire.line(record))
        record.properties = nil
        #expect(read == record)
    }
}
