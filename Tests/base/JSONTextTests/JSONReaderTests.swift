import JSONText
import TestSupport
import Testing

/// Tests the reader against the grammar of RFC 8259 and its documented extensions.
struct JSONReaderTests {
    /// The fault of a whole kept text; nil when it is valid JSON.
    private func fault(_ text: String, maximumDepth: Int = 64) -> JSONFault? {
        var json = JSONReader(Array(text.utf8), maximumDepth: maximumDepth)
        do throws(JSONFault) {
            try json.skipValue(isKept: true)
            return json.isAtEnd() ? nil : json.fault("something follows")
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "0", "-0.5e+10", "\"\"", "\"\\u00e9\\ud83d\\ude00\\n\"", "true", "null", "[]", "{}",
        " [ 1 , {\"a\" : [ ] } ] ", "{\"a\":1,\"a\":2}", "\u{FEFF}[1]",
    ])
    func validJSONIsAccepted(text: String) {
        #expect(fault(text) == nil)
    }

    @Test(arguments: [
        ("", 0), ("[1", 2), ("[1,]", 3), ("{\"a\"}", 4), ("{a:1}", 1), ("[01]", 3), ("[1.]", 3),
        ("[+1]", 1), ("[.5]", 1), ("nul", 0), ("[1] 2", 4), ("\"\n\"", 1), ("\"a", 2),
        ("\"\\x\"", 3), ("\"\\u12\"", 5), ("[nullx]", 5), ("[Nan]", 1), ("[Infinit]", 1),
    ])
    func faultGivesTheOffset(text: String, offset: Int) {
        let fault = fault(text)
        #expect(fault?.offset == offset)
        #expect(fault?.isOfValue == false)
    }

    /// A string is scanned eight bytes at a time: its end is found at every alignment.
    @Test(arguments: 0..<20)
    func endOfAStringIsFound(length: Int) throws {
        let filling = String(repeating: "\u{7F}é", count: length).prefix(length)
        for (end, reason) in [
            ("\" 12345678", nil), ("\\\"\" ", nil),
            ("\u{1F}\"      ", "a string has an unescaped control character"),
            ("", "a string has no closing quote"),
        ] {
            var json = JSONReader(Array("\"\(filling)\(end)".utf8))
            do throws(JSONFault) {
                let text = try json.string()
                #expect(text == filling + (end.first == "\\" ? "\"" : ""))
                #expect(reason == nil)
            } catch {
                #expect(error.reason == reason)
            }
        }
    }

    @Test(arguments: [
        "NaN", "nan", "-nan", "Infinity", "-Infinity", "inf", "-inf", "+Inf",
    ])
    func notANumberInvalidatesOnlyItsValue(word: String) throws {
        var json = JSONReader(Array("{\"a\":\(word),\"b\":[1,\(word)]}".utf8))
        let value = try json.compactValue()
        #expect(value.text == "{\"a\":null,\"b\":[1,null]}")
        #expect(value.replaced.map(\.offset) == [5, 13 + word.utf8.count])
        #expect(value.replaced.first?.reason == "\(word), which is not a number")
        #expect(fault("[1,\(word)]")?.isOfValue == true)
        #expect(fault("[1,\(word)]")?.offset == 3)
    }

    @Test func nestingIsLimited() {
        let text = String(repeating: "[", count: 16) + String(repeating: "]", count: 16)
        #expect(fault(text, maximumDepth: 16) == nil)
        #expect(fault(text, maximumDepth: 15)?.reason == "is nested deeper than 15 levels")
        #expect(fault(String(repeating: "{\"a\":", count: 1_000_000)) != nil)
    }

    @Test func invalidUTF8IsRefusedInKeptStringsOnly() throws {
        let bytes = Array("[\"a".utf8) + [0xC3] + Array("\"]".utf8)
        var json = JSONReader(bytes)
        try json.skipValue()
        #expect(json.position == bytes.count)
        json = JSONReader(bytes)
        #expect(throws: JSONFault(offset: 2, reason: "a string is not valid UTF-8")) {
            try json.skipValue(isKept: true)
        }
    }

    private enum Key: String, CaseIterable {
        case lat, lon, altitude = "altitude_m", empty = ""
    }

    /// Each key with the number that follows it, as found with the table.
    private func numbers(_ text: String) throws -> [String] {
        var json = JSONReader(Array(text.utf8))
        var walk = try json.openObject()
        var found: [String] = []
        while let key = try json.nextKey(&walk, among: JSONKeys(Key.self)) {
            found.append("\(key.rawValue) \(try json.number())")
        }
        return found
    }

    @Test(
        arguments: [
            (#"{"lat":1,"lon":2}"#, ["lat 1.0", "lon 2.0"]),
            (#"{"la":0,"latx":0,"LAT":0,"altitude_x":0,"":7}"#, [" 7.0"]),
            (#"{"x":[{"lat":9}],"lon":"no","altitude_m":3}"#, nil),
            (#"{"lat":1,"lat":2,"lon":3,"lat":4}"#, ["lat 1.0", "lon 3.0"]),
            (#"{"l\u0061t":1,"la\t":2}"#, ["lat 1.0"]),
        ] as [(String, [String]?)])
    func tableFindsItsKeysAndTheFirstOfEqualOnes(text: String, expected: [String]?) throws {
        #expect((try? numbers(text)) == expected)
    }
}
