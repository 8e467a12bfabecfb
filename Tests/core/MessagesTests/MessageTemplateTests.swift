import Chronology
import Fixes
import Geodesy
import Testing

@testable import Messages

/// What becomes of the places of a message.
@Suite struct MessageTemplateTests {
    private func filled(_ template: String, _ properties: String?) -> String {
        MessageTemplate(template).filled(for: Enter(properties: properties))
    }

    private struct Enter: MessageEvent {
        let type = "entered"
        let monitor = "yard"
        let source = "gps"
        let fence = "q"
        let fenceName = "Quarry"
        let properties: String?
        let shape = Shape.points([Coordinate(latitude: 0, longitude: 0)])
        let update: LocationUpdate? = nil
        let details: FixDetails? = nil
        let decidedAt: UTCInstant? = nil
        let seed: UInt64 = 0
    }

    @Test(arguments: [
        (#"{"k":"v"}"#, "v"), (#"{"k":""}"#, ""), (#"{ "a" : { "k" : 1 } , "k" : "v" }"#, "v"),
        (#"{"k":1,"k":2}"#, "2"), (#"{"\u006b":"\u0076\n\"\\"}"#, "v\n\"\\"),
        (#"{"a":"\"k\":1","k":true}"#, "true"), (#"{"k":false}"#, "false"),
        (#"{"k":12}"#, "12"), (#"{"k":12.0}"#, "12"), (#"{"k":-1.50}"#, "-1.5"),
        (#"{"k":1e3}"#, "1000"), (#"{"k":9007199254740993}"#, "9007199254740993"),
        (#"{"k":1e300}"#, "1e+300"), (#"{"k":null}"#, ""), (#"{"k":[1]}"#, ""),
        (#"{"k":{"k":1}}"#, ""), (#"{"kk":1,"K":2}"#, ""), ("{}", ""), ("", ""), ("[", ""),
        (#"{"k":"v"#, ""), (#"{"k"}"#, ""), (#"{"k":"v\"#, ""),
        (#"{"a":[[],{"b":"]"}],"k":7}"#, "7"),
    ])
    func aPropertyIsItsTextForPeople(_ properties: String, _ expected: String) {
        #expect(filled("<{fence.properties.k}>", properties) == "<\(expected)>")
    }

    @Test func placeholdersAreReplaced() {
        #expect(
            filled("{{{event.type}}} {fence.name} ({fence.id}) of {monitor.name}", nil)
                == "{entered} Quarry (q) of yard")
        #expect(filled("<{fence.properties.k}>", nil) == "<>")
    }

    /// However the other properties are nested.
    @Test func propertyBesideNestedOnesIsFound() {
        let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        let nested = Array(repeating: deep, count: 500).joined(separator: ",")
        #expect(filled("{fence.properties.k}", #"{"a":[\#(nested)],"k":"v"}"#) == "v")
    }
}
