import ControlProtocol
import Testing

@Suite("values are decoded by their first bytes")
struct WireReadingTests {
    private struct Everything: Decodable, Equatable {
        var text: String?
        var flag: Bool?
        var double: Double?
        var whole: Int?
        var small: UInt8?
        var list: [[Int]]?
        var named: [String: Double]?
        var inner: Inner?

        struct Inner: Decodable, Equatable {
            var raw: RawJSON
        }
    }

    private func read<Value: Decodable>(_ type: Value.Type, _ line: String) throws -> Value {
        try Wire.value(type, from: line.utf8)
    }

    @Test func everyTypeIsRead() throws {
        let found = try read(
            Everything.self,
            """
            { "text" : "a\\u00e9\\ud83d\\ude00", "flag" : true , "double": -1.5e2, "whole": 2.0,
              "small": 255, "list": [ [1 , 2], [] ], "named": {"a": 1}, "later": [{"x": [null]}],
              "inner": {"raw": {"b" : [1e3, "\\u0041"] } } }
            """)
        #expect(
            found
                == Everything(
                    text: "aé😀", flag: true, double: -150, whole: 2, small: 255,
                    list: [[1, 2], []], named: ["a": 1],
                    inner: try read(
                        Everything.Inner.self, #"{"raw":{"b" : [1e3, "\u0041"] }}"#)))
        #expect(text(found.inner?.raw.bytes ?? []) == #"{"b" : [1e3, "\u0041"] }"#)
        #expect(try read(Everything.self, #"{"text":null,"list":null}"#) == Everything())
    }

    @Test func numbersOutsideJSONAreStrings() throws {
        #expect(try read(Double.self, #""inf""#) == .infinity)
        #expect(try read(Double.self, #""-inf""#) == -.infinity)
        #expect(try read(Double.self, #""nan""#).isNaN)
        #expect(throws: DecodingError.self) { try read(Double.self, #""1""#) }
    }

    @Test func lastOfEqualKeysCounts() throws {
        #expect(try read(Everything.self, #"{"whole":1,"whole":2}"#).whole == 2)
        #expect(try read(JSONValue.self, #"{"a":1,"a":2}"#) == .object(["a": .integer(2)]))
    }

    @Test(arguments: [
        ("9223372036854775807", JSONValue.integer(.max)),
        ("-9223372036854775808", .integer(.min)),
        ("9007199254740993", .integer(9_007_199_254_740_993)),
        ("18446744073709551616", .number(0x1p64)), ("1.0", .integer(1)), ("-0", .integer(0)),
        ("1e2", .integer(100)), ("0.1", .number(0.1)), ("1e300", .number(1e300)),
        ("null", .null), ("false", .bool(false)), (" [ ] ", .array([])), ("{}", .object([:])),
        (#"["\u0022",{"a":[null]}]"#, .array([.string("\""), .object(["a": .array([.null])])])),
    ])
    func anyValueIsDecoded(line: String, value: JSONValue) throws {
        #expect(try read(JSONValue.self, line) == value)
        #expect(try Wire.value(JSONValue.self, from: RawJSON(value).bytes) == value)
    }

    @Test(arguments: [
        "", "nul", "[1,]", "{\"a\":1,}", "{\"a\"}", "01", "+1", "1.", "1e", "\"", "\"\u{1}\"",
        "\"\\x\"",
        "[1] 2", "NaN", "1e999", "\"\\ud800\"", String(repeating: "[", count: 200),
    ])
    func invalidJSONIsRefused(line: String) {
        #expect(throws: DecodingError.self) { try read(JSONValue.self, line) }
        #expect {
            try Request(line: Array(line.utf8))
        } throws: {
            ($0 as? Failure)?.kind == .badJSON
        }
    }

    @Test func errorHasThePathOfTheValue() {
        #expect {
            try read(Everything.self, #"{"list":[[1],[2,"3"]]}"#)
        } throws: { error in
            guard case .typeMismatch(_, let context)? = error as? DecodingError else {
                return false
            }
            return context.codingPath.map(\.stringValue) == ["list", "1", "1"]
        }
    }

    @Test func onlyGeoJSONMayNestDeeply() throws {
        func line(_ method: Method, depth: Int) -> [UInt8] {
            let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let params =
                method == .sourcePush
                ? #"{"source":"m","fixes":\#(deep)}"# : #"{"set":"s","feature":\#(deep)}"#
            return Array(#"{"id":1,"method":"\#(method.rawValue)","params":\#(params)}"#.utf8)
        }
        let most = Limits.envelopeDepth - 2
        let push = try Request(line: line(.sourcePush, depth: most))
        #expect(try push.parameters(SourcePush.self).fixes.count == 1)
        let deeper = try Request(line: line(.sourcePush, depth: most + 1))
        #expect {
            try deeper.parameters(SourcePush.self)
        } throws: {
            ($0 as? Failure)?.message.contains("nested deeper") == true
        }
        let fence = try Request(line: line(.fenceAdd, depth: 62))
        #expect(try fence.parameters(FenceFeatures.self).feature?.bytes.count == 124)
        #expect {
            try Request(line: line(.fenceAdd, depth: 63))
        } throws: { error in
            guard let failure = error as? Failure else { return false }
            return failure.kind == .badJSON && failure.message.contains("deeper than 64 levels")
        }
    }
}
