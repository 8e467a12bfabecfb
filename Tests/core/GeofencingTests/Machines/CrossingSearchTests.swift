import Chronology
import Geodesy
import TestSupport
import Testing

@testable import Geofencing

/// Crossings along a way of one dimension: fences are spans of metres on it.
struct CrossingSearchTests {
    /// Spans | way in metres | thresholds enter and exit, at the begin and at the end | side and
    /// start in metres | metres of the crossing, or none.
    @Test(arguments: try Table.rows("crossing-search", in: "Geofencing/machines")) func crossing(
        row: Table.Row
    ) throws {
        let spans = row.fields[0].map { $0.split(separator: "-").compactMap { Double($0) } }
        let length_m = try row.number(1)
        let limits = row.fields[2].compactMap { Double($0) }
        let isEnter = row.fields[3][0] == "enter"
        let start = try #require(Double(row.fields[3][1])) / length_m
        let (first, last) = isEnter ? (limits[0], limits[2]) : (limits[1], limits[3])
        func distance(_ x: Double) -> Double {
            spans.map { max($0[0] - x, x - $0[1]) }.min() ?? .infinity
        }
        let root = RootSearch.first(from: start, slope: length_m + abs(last - first)) { u in
            let missed = distance(u * length_m) - (first + u * (last - first))
            return isEnter ? missed : -missed + .leastNormalMagnitude
        }
        if row.words(4) == "none" {
            #expect(root == nil)
        } else {
            let metres = try #require(root) * length_m
            #expect(abs(metres - (try row.number(4))) < 1e-6)
        }
    }
}
