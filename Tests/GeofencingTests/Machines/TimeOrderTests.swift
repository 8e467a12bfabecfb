import Chronology
import Geodesy
import Testing

@testable import Geofencing

/// Where the time of a fix stands to that of the last one, and when time has begun anew.
struct TimeOrderTests {
    /// Last time and arrival | time and arrival | order; a last arrival of - is one before the
    /// machine was started anew.
    @Test(arguments: try Table.rows("time-order")) func order(row: Table.Row) throws {
        let place = Coordinate(latitude: 52, longitude: 4)
        func update(_ time: String) -> LocationUpdate {
            LocationUpdate(
                position: place,
                time: Double(time).map { UTCInstant(nanoseconds: Int64($0 * 1e9)) })
        }
        let last = AcceptedFix(
            update: update(row.fields[0][0]), boot: BootInstant(s: 0),
            feed: FeedInstant(nanoseconds: 0))
        let arrival = try #require(Double(row.fields[1][1]))
        let order = TimeOrder(
            of: update(row.fields[1][0]), after: last,
            elapsed_s: Double(row.fields[0][1]).map { arrival - $0 })
        switch order {
        case .newer(let seconds): #expect(row.words(2) == "newer \(seconds)")
        case .same: #expect(row.words(2) == "same")
        case .outOfLine: #expect(row.words(2) == "out-of-line")
        }
    }

    /// A receiver whose dates leap ahead and begin anew, over and over.
    @Test func intervalsStayRightWhenTheClockOfAFeedHasRunOut() {
        let place = Coordinate(latitude: 52, longitude: 4)
        var feed = SourceState(name: "gps", settings: FeedSettings())
        for sweep in 0..<3 {
            for day in 0..<91_000 {
                let time = UTCInstant(nanoseconds: Int64(day - 25_500) * 86_400_000_000_000)
                let before = feed.last
                var step = Step(
                    fix: AcceptedFix(
                        update: LocationUpdate(position: place, time: time),
                        boot: BootInstant(nanoseconds: 0), feed: FeedInstant(nanoseconds: 0)))
                guard feed.accept(&step) == .accepted, let before else { continue }
                let seconds = step.fix.feed.seconds(since: before.feed)
                guard seconds != 86_400 else { continue }
                Issue.record("\(seconds) s on day \(day) of sweep \(sweep)")
                return
            }
        }
        #expect(feed.health.timeResets == 2)
    }

    @Test(arguments: [
        ([50.0, 51], false), ([50.0, 51, 52], true), ([50.0, 49, 50, 51], true),
        ([50.0, 50, 50, 50], false), ([52.0, 51, 50], false),
    ])
    func timeBeginsAnew(times: [Double], isAnew: Bool) {
        var run = TimeBreak()
        var last = false
        for time in times { last = run.take(UTCInstant(nanoseconds: Int64(time * 1e9))) }
        #expect(last == isAnew)
    }
}
