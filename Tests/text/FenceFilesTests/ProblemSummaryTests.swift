import FenceFiles
import Testing

/// A problem of very many features is listed once, with a count and the first features.
struct ProblemSummaryTests {
    private func check(_ features: [String]) -> [String] {
        let text =
            #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
        let file = FenceFile.read(Array(text.utf8))
        return FenceProblem.summary(of: file.problems).map { "\($0.severity) \($0)" }
    }

    private func feature(_ id: Int, _ geometry: String, _ geofence: String = "{}") -> String {
        #"{"type":"Feature","id":\#(id),"properties":{"geofence":\#(geofence)},"geometry":\#(geometry)}"#
    }

    private let point = #"{"type":"Point","coordinates":[1,50]}"#

    @Test func problemsOfOneKindAreMerged() {
        let odd = (1...80).map { feature($0, point, #"{"bufer_m":\#($0)}"#) }
        let wide = (81...83).map { feature($0, #"{"type":"Point","coordinates":[1,\#($0 + 20)]}"#) }
        #expect(
            check(odd + wide) == [
                "rejected feature 0 (1): geofence.bufer_m is not a known key (did you mean \"buffer_m\"?); "
                    + "80 features have it: 0, 1, 2, 3, 4 and others"
            ]
                + (81...83).map {
                    "rejected feature \($0 - 1) (\($0)): part 0, ring 0, vertex 0: the position [1.0, "
                        + "\($0 + 20).0] has a latitude beyond 90 degrees; write longitude first: it looks "
                        + "swapped"
                })
    }

    @Test func problemsOfDifferentKindsAreNotMerged() {
        let features = (0..<4).flatMap {
            [feature(2 * $0, point, "[]"), feature(2 * $0 + 1, "7")]
        }
        #expect(
            check(features) == [
                "rejected feature 0 (0): properties.geofence is not an object; 4 features have it: 0, 2, 4, 6",
                "rejected feature 1 (1): \"geometry\" is not an object; 4 features have it: 1, 3, 5, 7",
            ])
    }
}
