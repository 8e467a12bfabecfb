import Testing

@testable import geofencectl

@Suite("did you mean")
struct SuggestionTests {
    @Test(arguments: [
        ("statsu", "status"), ("monitro", "monitor"), ("evnets", "events"), ("STATUS", "status"),
        ("moni", "monitor"), ("fence", "fence"),
    ])
    func findsTheNearest(word: String, name: String) {
        let names = ["status", "monitor", "events", "fence"]
        #expect(Suggestion.nearest(to: word, among: names) == name)
    }

    @Test(arguments: ["", "xyz", "reload", "s"])
    func findsNothingFarAway(word: String) {
        #expect(Suggestion.nearest(to: word, among: ["status", "monitor", "events"]) == nil)
    }

    @Test(arguments: [("", "", 0), ("a", "", 1), ("ab", "ba", 1), ("kitten", "sitting", 3)])
    func distances(left: String, right: String, distance: Int) {
        #expect(Suggestion.distance(Array(left), Array(right)) == distance)
        #expect(Suggestion.distance(Array(right), Array(left)) == distance)
    }

    @Test(arguments: [
        (["statsu"], "geofencectl status"),
        (["monitor", "strat", "yard"], "geofencectl monitor start"),
        (["fence", "lst", "-o", "json"], "geofencectl fence list"),
    ])
    func unknownVerbs(arguments: [String], suggestion: String) {
        let mistake = UnknownVerb.find(in: arguments, of: Geofencectl.self)
        #expect(mistake?.suggestion == suggestion)
    }

    @Test(arguments: [["status"], ["monitor", "start"], ["monitor"], [], ["--help"]])
    func knownVerbs(arguments: [String]) {
        #expect(UnknownVerb.find(in: arguments, of: Geofencectl.self) == nil)
    }
}
