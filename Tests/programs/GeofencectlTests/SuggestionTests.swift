import Testing

@testable import geofencectl

@Suite("did you mean")
struct SuggestionTests {
    @Test(arguments: [
        ("statsu", "status"), ("monitro", "monitor"), ("evnets", "events"), ("STATUS", "status"),
        ("moni", "monitor"), ("fence", "fence"),
    ])
    func nearestFenceIsFound(word: String, name: String) {
        let names = ["status", "monitor", "events", "fence"]
        #expect(Suggestion.nearest(to: word, among: names) == name)
    }

    @Test(arguments: ["", "xyz", "reload", "s"])
    func farFenceIsNotFound(word: String) {
        #expect(Suggestion.nearest(to: word, among: ["status", "monitor", "events"]) == nil)
    }

    @Test(arguments: [
        (["statsu"], "geofencectl status"),
        (["monitor", "strat", "yard"], "geofencectl monitor start"),
        (["fence", "move", "anchor"], "geofencectl fence replace"),
        (["fence", "lst", "-o", "json"], "geofencectl fence list"),
        (["events", "--sinc", "-10min"], "--since"), (["fix", "--json"], "-o json"),
        (["--sockt", "/s", "status"], "--socket"), (["config", "check", "--unit=x"], "--units"),
    ])
    func unknownWords(arguments: [String], suggestion: String) {
        let mistake = UnknownWord.find(in: arguments, of: Geofencectl.self)
        #expect(mistake?.suggestion == suggestion)
    }

    @Test func unknownVerbHasNoHelp() throws {
        for (arguments, suggestion) in [
            (["evnts", "--help"], "geofencectl events"),
            (["fence", "lst", "--help"], "geofencectl fence list"),
        ] {
            let mistake = UnknownWord.verb(in: arguments, of: Geofencectl.self)
            #expect(try #require(mistake).suggestion == suggestion)
        }
        for arguments in [["events", "--nonsense"], ["--help"], ["help"], ["fence", "help"], []] {
            #expect(UnknownWord.verb(in: arguments, of: Geofencectl.self) == nil)
        }
    }

    @Test func whereOutputNamesAFileNoFormatIsSuggested() throws {
        let mistake = UnknownWord.find(in: ["bugreport", "--json"], of: Geofencectl.self)
        #expect(try #require(mistake).suggestion == nil)
    }

    @Test(arguments: [
        ["status"], ["monitor", "start"], ["monitor"], [], ["--help"],
        ["events", "--since=-10min", "--fence", "a"], ["fence", "check", "--", "--json"],
    ])
    func knownWords(arguments: [String]) {
        #expect(UnknownWord.find(in: arguments, of: Geofencectl.self) == nil)
    }
}
