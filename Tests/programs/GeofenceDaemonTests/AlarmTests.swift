import Chronology
import Glibc
import NIOCore
import SystemServices
import Testing

@testable import GeofenceDaemon

/// One after the other, as the first opens the timer for all.
@Suite(.serialized) struct AlarmTests {
    @Loop private final class Record {
        var rung: [String] = []
        var alarms: [Alarm] = []
    }

    /// Alarms that ring when they must, and not where they were put off or cancelled before.
    @Test @Loop func ringsWhenItIsDueAndNotWhenItWasDueBefore() async throws {
        try await AlarmClock.shared.start()
        let record = Record()
        let now = BootClock.now()
        await withCheckedContinuation { continuation in
            let first = Alarm { record.rung.append("first") }
            let putOff = Alarm { record.rung.append("put off") }
            let cancelled = Alarm { record.rung.append("cancelled") }
            let last = Alarm {
                record.rung.append("last")
                continuation.resume()
            }
            record.alarms = [first, putOff, cancelled, last]
            last.set(for: now.advanced(bySeconds: 0.06))
            putOff.set(for: now.advanced(bySeconds: 0.01))
            cancelled.set(for: now.advanced(bySeconds: 0.02))
            first.set(for: now.advanced(bySeconds: 0.03))
            putOff.set(for: now.advanced(bySeconds: 60))
            cancelled.cancel()
        }
        #expect(record.rung == ["first", "last"])
        #expect(record.alarms.map { $0.due != nil } == [false, true, false, false])
        record.alarms[1].cancel()
    }

    /// What is long due rings at once, and an alarm that another cancels in the same breath does
    /// not.
    @Test @Loop func anAlarmMayCancelAnotherThatIsDueAtTheSameTime() async throws {
        try await AlarmClock.shared.start()
        let record = Record()
        let past = BootClock.now().advanced(bySeconds: -1)
        await withCheckedContinuation { continuation in
            let second = Alarm { record.rung.append("second") }
            let first = Alarm {
                record.rung.append("first")
                second.cancel()
            }
            let third = Alarm {
                record.rung.append("third")
                continuation.resume()
            }
            record.alarms = [first, second, third]
            for alarm in record.alarms { alarm.set(for: past) }
        }
        #expect(record.rung == ["first", "third"])
    }

    /// NIO knows that the timer has come when bytes that came before put the alarm off: it has to
    /// find something to read all the same, or it traps. An alarm of another test may wake the loop
    /// before the bytes do, but not each time.
    @Test @Loop func anAlarmMayBePutOffByWhatComesInTheSameBreath() async throws {
        try await AlarmClock.shared.start()
        var rounds: [[String]] = []
        while rounds.last != ["bytes", "next"], rounds.count < 20 {
            rounds.append(try await bytesAndAlarmAtOnce())
        }
        #expect(rounds.last == ["bytes", "next"])
    }

    /// What is read and rings, in order, where bytes that put an alarm off and the alarm come while
    /// the loop is busy, the bytes first, and another alarm after them.
    @Loop private func bytesAndAlarmAtOnce() async throws -> [String] {
        let record = Record()
        let now = BootClock.now()
        let late = Alarm { record.rung.append("late") }
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        let handler = LinkHandler { _ in
            record.rung.append("bytes")
            late.set(for: now.advanced(bySeconds: 60))
        }
        let channel = try await DescriptorChannel.open(OwnedDescriptor(owning: ends[0]), handler)
            .get()
        try await channel.setOption(.autoRead, value: true).get()
        #expect(unsafe write(ends[1], "x", 1) == 1)
        late.set(for: now)
        await withCheckedContinuation { continuation in
            let next = Alarm {
                record.rung.append("next")
                continuation.resume()
            }
            Loop.after(.milliseconds(1)) { next.set(for: BootClock.now()) }
        }
        late.cancel()
        try await channel.close().get()
        close(ends[1])
        return record.rung
    }
}
