import Chronology
import Geodesy
import TestSupport
import Testing

@testable import Fixes

/// The order of the times of consecutive fixes, and when time has restarted.
struct TimeOrderTests {
    /// Last time and arrival | time and arrival | order; a last arrival of - is one before the
    /// last boot.
    @Test(arguments: try Table.rows("time-order", in: "Fixes")) func order(row: Table.Row) throws {
        let place = Coordinate(latitude: 52, longitude: 4)
        func update(_ time: String) -> LocationUpdate {
            LocationUpdate(
                position: place,
                time: Double(time).map { UTCInstant(nanoseconds: Int64($0 * 1e9)) })
        }
        let arrival = try #require(Double(row.fields[1][1]))
        let elapsed_s = Double(row.fields[0][1]).map { arrival - $0 }
        let latest = update(row.fields[0][0]).time
        let order = TimeOrder(
            of: update(row.fields[1][0]).time, after: latest, isOfLast: latest != nil,
            sinceLatest_s: elapsed_s, sinceLast_s: elapsed_s)
        switch order {
        case .newer(let seconds): #expect(row.words(2) == "newer \(seconds)")
        case .same: #expect(row.words(2) == "same")
        case .outOfLine: #expect(row.words(2) == "out-of-line")
        }
    }

    /// A receiver whose dates jump ahead and start again, repeatedly.
    @Test func intervalsAreCorrectAfterTheClockOfASourceHasOverflowed() {
        let place = Coordinate(latitude: 52, longitude: 4)
        var settings = FeedSettings()
        settings.checksTimeOrder = false
        var feed = SourceState(name: "gps", settings: settings)
        var details: FixDetails?
        var timeResets = 0
        for round in 0..<3 {
            for day in 0..<91_000 {
                let time = UTCInstant(nanoseconds: Int64(day - 25_500) * 86_400_000_000_000)
                let before = feed.last
                var step = Step(
                    fix: AcceptedFix(
                        update: LocationUpdate(position: place, time: time),
                        boot: BootInstant(nanoseconds: 0), feed: FeedInstant(nanoseconds: 0)))
                let acceptance = feed.accept(&step, &details)
                if acceptance == .timeReset { timeResets += 1 }
                guard acceptance == .accepted, let before else { continue }
                let seconds = step.fix.feed.seconds(since: before.feed)
                guard seconds != 86_400 else { continue }
                Issue.record("\(seconds) s on day \(day) of round \(round)")
                return
            }
        }
        #expect(timeResets == 2)
    }

    /// After a fix without a time, the fix before it still decides the order, and the boot clock
    /// the time since the last one.
    @Test(arguments: [(101.0, true), (100, true), (99, false)])
    func orderIsKeptAcrossAFixWithoutTime(time: Double, isNewer: Bool) {
        func instant(_ seconds: Double) -> UTCInstant {
            UTCInstant(nanoseconds: Int64(seconds * 1e9))
        }
        let order = TimeOrder(
            of: instant(time), after: instant(100), isOfLast: false, sinceLatest_s: 5,
            sinceLast_s: 2)
        #expect(order == (isNewer ? .newer(seconds: 2) : .outOfLine))
    }

    /// Receiver times and arrivals of fixes that are out of order | whether they come as JSON
    /// lines, what the wall clock says, which were accepted before | when receiver time is believed
    /// to have been reset
    @Test(arguments: try Table.rows("time-reset", in: "Fixes")) func reset(row: Table.Row) throws {
        let kind = row.fields[0]
        let wallClock: TimeReset.WallClock =
            switch kind[1] {
            case "agrees": .agrees
            case "contradicts": .contradicts
            case "disagrees": .disagrees
            default: .unknown
            }
        var run: TimeReset?
        var believed = "never"
        for word in row.fields[1] where believed == "never" {
            let isKnown = word.hasPrefix("known:")
            let parts = word.split(separator: ":").last?.split(separator: "@") ?? []
            let (time, boot) = (try #require(Double(parts[0])), try #require(Double(parts[1])))
            let place = Coordinate(
                latitude: 52, longitude: kind[2] == "moving" ? 4 + time * 1e-5 : 4)
            let fix = AcceptedFix(
                update: LocationUpdate(
                    position: place, time: UTCInstant(nanoseconds: Int64(time * 1e9))),
                boot: BootInstant(s: boot), feed: FeedInstant(s: 0))
            if run == nil {
                run = TimeReset(fix, isKnown: isKnown)
            } else {
                run?.take(fix, isKnown: isKnown, isReachable: true, pace: 1)
            }
            if run?.isBelieved(isJSON: kind[0] == "json", wallClock: wallClock) ?? false {
                believed = "\(boot)"
            }
        }
        #expect(believed == row.words(2))
    }
}
