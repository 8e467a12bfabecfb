import TestSupport
import Testing

@testable import Fixes

/// How long a feed is believed: five median intervals, and 10 s at the least.
struct StaleLimitTests {
    @Test(arguments: try Table.rows("stale-limit", in: "Fixes")) func seconds(row: Table.Row) throws
    {
        var limit = StaleLimit()
        for (word, seconds) in try row.script(0) {
            let times = try #require(Int(word.dropLast()))
            for _ in 0..<times {
                let before = limit.seconds
                let isChanged = limit.add(Int64(seconds * 1e9))
                #expect(isChanged == (limit.seconds != before))
            }
        }
        #expect(limit.seconds == (try row.number(1)))
    }
}
