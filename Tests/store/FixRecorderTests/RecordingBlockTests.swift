import Chronology
import Fixes
import Geodesy
import Testing

@testable import FixRecorder

@Suite struct RecordingBlockTests {
    private let block = RecordingBlock(
        firstNumber: 41, boot: Sample.boot, wallOffset_ns: Sample.start_ns,
        inputs: Sample.inputs(0..<200))

    @Test func inputsAreUnchangedInABlock() throws {
        var scan = RecordingScan(try #require(block.bytes))
        #expect(scan.block { _ in true } == block)
        #expect(scan.block { _ in true } == nil)
        #expect(scan.damage.isNothing)
    }

    @Test func extremeMeasuresAreUnchangedToTheBit() throws {
        var update = LocationUpdate(
            position: Coordinate(latitude: -90, longitude: 180),
            time: UTCInstant(nanoseconds: .max))
        update.altitude_m = -.greatestFiniteMagnitude
        update.speed_mps = .leastNonzeroMagnitude
        update.accuracy_m = -0.0
        update.floor = Int(Int32.min)
        let inputs = [.max, .min, 0].map {
            RecordedInput(
                .fix(
                    update,
                    details: FixDetails(
                        satellites: .max, hdop: .infinity, heading_deg: -0.0, additional: ""),
                    refusal: ""), source: "π",
                at: BootInstant(nanoseconds: $0))
        }
        let block = RecordingBlock(firstNumber: 0, boot: nil, wallOffset_ns: 0, inputs: inputs)
        var scan = RecordingScan(try #require(block.bytes))
        let found = try #require(scan.block { _ in true })
        #expect(found == block)
        #expect(found.inputs[0].at.nanoseconds == .max)
    }

    /// Seven days at 1 Hz are 16 MiB.
    @Test func fixTakesFewBytes() throws {
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
                .fix(
                    update,
                    details: FixDetails(
                        satellites: 8 + number % 3, hdop: Double(8 + number % 3) / 10),
                    refusal: nil), source: "gps",
                at: BootInstant(nanoseconds: Int64(number) * 1_000_137_911))
        }
        let block = RecordingBlock(
            firstNumber: 0, boot: Sample.boot, wallOffset_ns: Sample.start_ns, inputs: walk)
        #expect(try #require(block.bytes).count < 60 * 35)
    }

    @Test func damagedBlocksGiveNoOtherInputsAndDoNotTrap() throws {
        let whole = try #require(block.bytes)
        var generator = SplitMix(seed: 1)
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

    /// A block of version 1 as the manual describes it, without hdop, heading and keys of the
    /// sender.
    @Test func blockOfThePreviousVersionIsRead() throws {
        let hex = Array(
            """
            4746524201004c00580000008f000000314636720200000029000000000000000000000000000000
            000000000000000000207787084eea1800207787084eea1800ea11c3084eea180cd9495463604e2f
            2866e462f86fdfd0b0f3fb84a6e5af0c1bc060c1a9064608ab61129cd5d1c07866e6e66740fcae9e
            1126f8a39ef13f0c30b20821d80c1c25f9f9ba6989c5258c0d2baeed6467683500d3106d0eefe00a
            ffc25900
            """.utf8.filter { $0 != UInt8(ascii: "\n") })
        let bytes = try stride(from: 0, to: hex.count, by: 2).map { index in
            let digits = String(decoding: hex[index...index + 1], as: UTF8.self)
            return try #require(UInt8(digits, radix: 16))
        }
        func input(
            _ longitude: Double, _ second: Int64, satellites: Int?, _ refusal: String?
        ) -> RecordedInput {
            let time_ns = 1_795_333_200_000_000_000 + second * 1_000_000_000
            var update = LocationUpdate(
                position: Coordinate(latitude: 52.5, longitude: longitude),
                time: UTCInstant(nanoseconds: time_ns))
            update.accuracy_m = 3
            update.accuracyLevel = 0.95
            update.speed_mps = 1.5
            update.comesAsJSONLine = true
            return RecordedInput(
                .fix(update, details: FixDetails(satellites: satellites), refusal: refusal),
                source: "gps", at: BootInstant(nanoseconds: 5 + second * 1_000_000_000))
        }
        // A block of the present version may follow in the same file.
        var scan = RecordingScan(bytes + (try #require(block.bytes)))
        let found = try #require(scan.block { _ in true })
        #expect(found.firstNumber == 41)
        #expect(
            found.inputs == [
                input(4.5, 0, satellites: 9, nil), input(4.625, 1, satellites: nil, "too-fast"),
            ])
        #expect(scan.block { _ in true } == block)
        #expect(scan.damage.isNothing)
    }

    @Test func blockOfALaterVersionIsSkipped() throws {
        var later = try #require(block.bytes)
        later[4] = BlockHeader.version + 1
        var scan = RecordingScan(later + (try #require(block.bytes)))
        #expect(scan.block { _ in true } == block)
        #expect(scan.damage.places == 1 && scan.damage.bytes == later.count)
    }
}
