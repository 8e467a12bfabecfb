import Chronology
import Geodesy
import TestSupport
import Testing

@testable import Fixes

/// Places no receiver can be at.
struct PlausibilityTests {
    @Test(arguments: try Table.rows("plausibility", in: "Fixes")) func place(row: Table.Row) throws
    {
        var update = LocationUpdate(
            position: Coordinate(
                latitude: try row.number(0), longitude: try row.number(1)), time: nil)
        update.accuracy_m = Double(row.words(2))
        #expect(update.isImpossible == (row.words(3) == "impossible"))
    }
}
