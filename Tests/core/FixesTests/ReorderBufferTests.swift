import Chronology
import Geodesy
import TestSupport
import Testing

@testable import Fixes

/// Fixes that wait for late ones come out in the order of their times.
struct ReorderBufferTests {
    /// Waiting time | `TIME@ARRIVAL` or `let@NOW` | what comes out, in order; a time of - is none.
    @Test(arguments: try Table.rows("reorder-buffer", in: "Fixes")) func comesOut(row: Table.Row)
        throws
    {
        var buffer = ReorderBuffer()
        var out: [String] = []
        for (word, seconds) in try row.script(1) {
            if word != "let" {
                let instant = Double(word).map { UTCInstant(nanoseconds: Int64($0 * 1e9)) }
                let place = Coordinate(latitude: 52, longitude: 4)
                buffer.insert(
                    LocationUpdate(position: place, time: instant), at: BootInstant(s: seconds),
                    wait_s: try row.number(0))
            }
            while let (update, _) = buffer.next(at: BootInstant(s: seconds)) {
                let time = update.time.map { "\($0.nanoseconds / 1_000_000_000)" } ?? "-"
                out.append("\(time)@\(Int(seconds))")
            }
        }
        #expect(out.joined(separator: " ") == row.words(2))
        #expect((buffer.deadline?.words ?? "none") == row.words(3))
    }

    @Test func neverHoldsMoreThanItsCapacity() {
        var buffer = ReorderBuffer()
        let place = Coordinate(latitude: 52, longitude: 4)
        for second in 0..<1000 {
            let time = UTCInstant(nanoseconds: Int64(second) * 1_000_000_000)
            buffer.insert(
                LocationUpdate(position: place, time: time), at: BootInstant(s: 0), wait_s: 1e6)
            let isOut = buffer.next(at: BootInstant(s: 0)) != nil
            #expect(isOut == (second >= ReorderBuffer.capacity))
        }
    }
}
