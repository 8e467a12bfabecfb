import Chronology
import Geodesy
import Geofencing
import Testing

@testable import FixRecorder

@Suite struct RecordingBlockTests {
    private let block = RecordingBlock(
        firstNumber: 41, boot: Sample.boot, wallOffset_ns: Sample.start_ns,
        inputs: Sample.inputs(0..<200))

    @Test func everyInputComesBackAsItWas() throws {
        var scan = RecordingScan(try #require(block.bytes))
        #expect(scan.block { _ in true } == block)
        #expect(scan.block { _ in true } == nil)
        #expect(scan.damage.isNothing)
    }

    @Test func measuresOfAnySizeComeBackToTheBit() throws {
        var update = LocationUpdate(
            position: Coordinate(latitude: -90, longitude: 180),
            time: UTCInstant(nanoseconds: .max))
        update.altitude_m = -.greatestFiniteMagnitude
        update.speed_mps = .leastNonzeroMagnitude
        update.accuracy_m = -0.0
        update.floor = Int(Int32.min)
        let inputs = [.max, .min, 0].map {
            RecordedInput(
                .fix(update, satellites: .max, refusal: ""), source: "π",
                at: BootInstant(nanoseconds: $0))
        }
        let block = RecordingBlock(firstNumber: 0, boot: nil, wallOffset_ns: 0, inputs: inputs)
        var scan = RecordingScan(try #require(block.bytes))
        let found = try #require(scan.block { _ in true })
        #expect(found == block)
        #expect(found.inputs[0].at.nanoseconds == .max)
    }

    /// Seven days at 1 Hz are 16 MiB.
    @Test func aFixTakesFewBytes() throws {
        let walk = (0..<60).map { number in
            var update = LocationUpdate(
                position: Coordinate(
                    latitude: (3142.1234 + Double(number * number % 97) / 1e4) / 60,
                    longitude: (293.4567 - Double(number * 7 % 89) / 1e4) / 60),
                time: UTCInstant(nanoseconds: Sample.start_ns + Int64(number) * 1_000_000_000))
            update.accuracy_m = 2.45 * Double(8 + number % 3)
            update.altitude_m = 12.3 + Double(number % 5) / 10
            update.speed_mps = Double(number % 13) * 0.514444
            update.course_deg = Double(number * 31 % 3600) / 10
            return RecordedInput(
                .fix(update, satellites: 8 + number % 3, refusal: nil), source: "gps",
                at: BootInstant(nanoseconds: Int64(number) * 1_000_137_911))
        }
        let block = RecordingBlock(
            firstNumber: 0, boot: Sample.boot, wallOffset_ns: Sample.start_ns, inputs: walk)
        #expect(try #require(block.bytes).count < 60 * 35)
    }

    @Test func whatIsNoBlockEndsInNoTrap() throws {
        let whole = try #require(block.bytes)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
                    in: 0...255, using: &generator)
            }
            bytes.removeLast(Int.random(in: 0...40, using: &generator))
            var scan = RecordingScan(bytes)
            if let found = scan.block(where: { _ in true }) { #expect(found == block) }
            var decoder = EntryDecoder(Array(bytes.dropFirst(BlockHeader.byteCount)))
            while let _ = try? decoder.input() {}
        }
    }

    @Test func aBlockOfALaterVersionIsPassedOver() throws {
        var later = try #require(block.bytes)
        later[4] = 2
        var scan = RecordingScan(later + (try #require(block.bytes)))
        #expect(scan.block { _ in true } == block)
        #expect(scan.damage.places == 1 && scan.damage.bytes == later.count)
    }
}
