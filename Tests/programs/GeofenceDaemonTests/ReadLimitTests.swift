import Chronology
import NIOCore
import Testing

@testable import GeofenceDaemon

@Loop
struct ReadLimitTests {
    private func at(_ second: Double) -> BootInstant {
        BootInstant(nanoseconds: Int64(second * 1e9))
    }

    @Test func fastestSerialLineIsNeverLimited() {
        let limit = ReadLimit()
        // What its buffer in the kernel holds, again and again.
        let waits = (0..<600).compactMap {
            limit.wait(after: 4096, at: at(100 + Double($0) * 4096 / 92_160))
        }
        #expect(waits.isEmpty)
        #expect(limit.remark(at: at(700)) == nil)
    }

    @Test func floodIsReadAtTheRate() {
        let limit = ReadLimit()
        var (now, bytes) = (100.0, 0)
        while now < 110 {
            bytes += 65_536
            let wait = limit.wait(after: 65_536, at: at(now))
            now += Double(wait?.nanoseconds ?? 0) / 1e9 + 1e-6
        }
        #expect((19_900_000...20_200_000).contains(bytes))
        #expect(limit.remark(at: at(now)) != nil)
        #expect(limit.remark(at: at(now + 11)) == nil)
        #expect(limit.count > 100)
    }
}
