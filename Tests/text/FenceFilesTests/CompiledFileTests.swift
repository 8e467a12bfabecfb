import Chronology
import FenceFiles
import Geodesy
import Geofencing
import TestSupport
import Testing

/// The compiled form equals the source, and damage to it is harmless.
struct CompiledFileTests {
    @Test(arguments: try FenceFileCase.all())
    func compiledFormEqualsTheSource(_ case: FenceFileCase) throws {
        let read = FenceFile.load(`case`.bytes)
        guard let bytes = try MappedBytes.compiled(read) else {
            #expect(read.set == nil)
            return
        }
        let mapping = MappedBytes(bytes)
        #expect(mapping.isIntact)
        let file = try #require(mapping.file)
        #expect(file.key == MappedBytes.key)
        #expect(file.loaded.problems == read.problems)
        #expect(file.loaded.set?.fences == read.set?.fences)
        let (again, once) = (file.loaded.fences(from: "f"), read.fences(from: "f"))
        #expect(again.problems == once.problems)
        #expect(again.invalid == once.invalid)
        #expect(try MappedBytes.compiled(file.loaded) == bytes)
    }

    @Test func truncatedBytesAreRefused() throws {
        let bytes = try #require(try MappedBytes.compiled(Self.mixed()))
        for count in [0, 1, 127, 128, 129, bytes.count / 2, bytes.count - 1] {
            #expect(MappedBytes(Array(bytes.prefix(count))).file == nil)
        }
        #expect(MappedBytes(bytes + [0]).file == nil)
    }

    /// Every change after the head is detected, and opening, searching and reading a damaged file
    /// stays within its bytes: a precondition or a page fault would end the test.
    @Test func damagedBytesAreHarmless() throws {
        let bytes = try #require(try MappedBytes.compiled(Self.mixed()))
        var random = SplitMix(seed: 7)
        var opened = 0
        for _ in 0..<400 {
            var damaged = bytes
            for _ in 0..<Int(random.next() % 6 + 1) {
                let place = 128 + Int(random.next() % UInt64(bytes.count - 128))
                damaged[place] = UInt8(truncatingIfNeeded: random.next() >> 24)
            }
            let mapping = MappedBytes(damaged)
            #expect(damaged == bytes || !mapping.isIntact)
            guard let set = mapping.file?.loaded.set else { continue }
            opened += 1
            set.exercise()
        }
        #expect(opened > 100, "too few of the damaged files were opened to prove anything")
    }

    /// Replaces a measure, a radius and a longitude of every kind of shape by a number that no file
    /// could have given, under valid digests: evaluating neither traps nor runs forever.
    ///
    /// The limit includes the wait for a thread behind all tests that run in parallel.
    @Test(
        .timeLimit(.minutes(15)),
        arguments: [2.5, 350.5, 1.02, 1.15, 1.19, 180.1],
        [5e307, .infinity, .nan])
    func damagedNumbersAreHarmless(number: Double, damage: Double) throws {
        let bytes = try #require(try MappedBytes.compiled(Self.everyKind()))
        func words(_ number: Double) -> [UInt8] {
            (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * UInt64($0))) }
        }
        var damaged = bytes.replacing(words(number), with: words(damage))
        #expect(damaged != bytes)
        seal(&damaged)
        let mapping = MappedBytes(damaged)
        #expect(mapping.isIntact)
        try #require(mapping.file?.loaded.set).exercise()
    }

    /// Changes every field of a compiled file in turn, under valid digests: the file is refused or
    /// harmless.
    @Test(.timeLimit(.minutes(15)), arguments: 0..<8)
    func damageUnderValidDigestsIsRefusedOrHarmless(lane: Int) throws {
        let bytes = try #require(try MappedBytes.compiled(Self.everyKind()))
        var opened = 0
        for place in stride(from: lane * 8, to: bytes.count - 8, by: 64 * 11) {
            var damaged = bytes
            switch (place / 8 + lane) % 4 {
            case 0: damaged[place + 7] ^= 0x40
            case 1: damaged[place] ^= 1 << UInt8(lane)
            case 2: damaged.replaceSubrange(place..<place + 8, with: repeatElement(0xFF, count: 8))
            default: damaged.replaceSubrange(place..<place + 4, with: [0xFF, 0xFF, 0x7F, 0x7F])
            }
            seal(&damaged)
            guard let set = MappedBytes(damaged).file?.loaded.set else { continue }
            opened += 1
            set.exercise()
        }
        #expect(opened > 5, "too few of the damaged files were opened to prove anything")
    }

    @Test func damagedHeadsAreRefused() throws {
        let bytes = try #require(try MappedBytes.compiled(Self.mixed()))
        for place in 0..<128 {
            var damaged = bytes
            damaged[place] ^= 0x10
            #expect(MappedBytes(damaged).file == nil, "byte \(place)")
            #expect(!MappedBytes(damaged).isIntact)
        }
    }

    /// The test vectors of the reference implementation.
    @Test(
        arguments: [
            ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B),
            ("abc", 0x44BC_2CF5_AD77_0999),
            ("The quick brown fox jumps over the lazy dog", 0x0B24_2D36_1FDA_71BC),
        ] as [(String, UInt64)])
    func digestEqualsThatOfTheSpecification(text: String, value: UInt64) {
        let bytes = Array(text.utf8)
        for first in 0...bytes.count {
            var digest = ContentDigest()
            unsafe bytes[..<first].withUnsafeBytes { unsafe digest.update($0) }
            unsafe bytes[first...].withUnsafeBytes { unsafe digest.update($0) }
            #expect(digest.value == value)
        }
    }

    private static func everyKind() throws -> LoadedFile {
        FenceFile.load(try DataFolder.of("FenceFiles").bytes("every-kind.geojson"))
    }

    /// Small and large areas, with holes, clockwise, across the antimeridian; lines, points,
    /// circles; names, properties, settings; and problems.
    private static func mixed() -> LoadedFile {
        var features: [String] = []
        for number in 0..<60 {
            let (x, y) = (1 + Double(number % 8) / 10, 50 + Double(number / 8) / 10)
            let geometry =
                switch number % 6 {
                case 0: polygon(around: x, y, corners: 100)
                case 1: "\"type\":\"Point\",\"coordinates\":[\(x),\(y)]"
                case 2: "\"type\":\"LineString\",\"coordinates\":[[\(x),\(y)],[\(x + 1),\(y)]]"
                case 3: "\"type\":\"Polygon\",\"coordinates\":[]"
                default: polygon(around: number == 4 ? 180 : x, y, corners: number % 7 + 3)
                }
            let id = number % 2 == 0 ? "\"id\":\"f\(number)\"," : ""
            let settings = #""geofence":{"buffer_m":9999,"ignore_period_s":5.25,"dwell_s":1.25}"#
            let buffer = number % 6 == 1 ? "," + settings : ""
            features.append(
                """
                {"type":"Feature",\(id)"properties":{"name":"N\(number)"\(buffer)},
                "geometry":{\(geometry)}}
                """)
        }
        let text = features.joined(separator: ",")
        return FenceFile.load(
            Array("{\"type\":\"FeatureCollection\",\"features\":[\(text)]}".utf8))
    }

    private static func polygon(around x: Double, _ y: Double, corners: Int) -> String {
        // Saw-toothed: no two corners are alike, and the outline never touches itself.
        let teeth = (0..<corners).map { corner in
            "[\(x + Double(corner) / Double(corners) / 10),"
                + "\(y + (corner % 2 == 0 ? 0.05 : 0.06))]"
        }
        let ring = teeth + ["[\(x + 0.1),\(y)]", "[\(x),\(y)]", teeth[0]]
        return "\"type\":\"Polygon\",\"coordinates\":[[\(ring.joined(separator: ","))]]"
    }
}
