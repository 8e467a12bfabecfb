import Chronology
import FenceFiles
import Geodesy
import Geofencing
import TestSupport
import Testing

/// The compiled form says what the source says, and nothing that was damaged does harm.
struct CompiledFileTests {
    @Test(arguments: try FenceFileCase.all())
    func saysWhatTheSourceSays(_ case: FenceFileCase) throws {
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

    @Test func cutOffBytesAreRefused() throws {
        let bytes = try #require(try MappedBytes.compiled(Self.mixed()))
        for count in [0, 1, 127, 128, 129, bytes.count / 2, bytes.count - 1] {
            #expect(MappedBytes(Array(bytes.prefix(count))).file == nil)
        }
        #expect(MappedBytes(bytes + [0]).file == nil)
    }

    /// Every change behind the head is found, and opening, searching and reading a damaged file
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
            exercise(set)
        }
        #expect(opened > 100, "too few of the damaged files were opened to prove anything")
    }

    /// Measures that no file could have given are none.
    @Test(arguments: [5.25, 1.25], [1e300, -1e300, .infinity, .nan])
    func damagedMeasuresAreHarmless(measure: Double, damage: Double) throws {
        let bytes = try #require(try MappedBytes.compiled(Self.mixed()))
        func words(_ number: Double) -> [UInt8] {
            (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * UInt64($0))) }
        }
        let damaged = bytes.replacing(words(measure), with: words(damage))
        #expect(damaged != bytes)
        exercise(try #require(MappedBytes(damaged).file?.loaded.set))
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

    /// The vectors of the specification's reference implementation.
    @Test(
        arguments: [
            ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B),
            ("abc", 0x44BC_2CF5_AD77_0999),
            ("The quick brown fox jumps over the lazy dog", 0x0B24_2D36_1FDA_71BC),
        ] as [(String, UInt64)])
    func digestIsThatOfTheSpecification(text: String, value: UInt64) {
        let bytes = Array(text.utf8)
        for first in 0...bytes.count {
            var digest = ContentDigest()
            unsafe bytes[..<first].withUnsafeBytes { unsafe digest.update($0) }
            unsafe bytes[first...].withUnsafeBytes { unsafe digest.update($0) }
            #expect(digest.value == value)
        }
    }

    private func exercise(_ set: FenceSet) {
        for fence in set.fences {
            _ = set.fence(id: fence.id)
            _ = fence.settings.effectiveKind
        }
        var configuration = EngineConfiguration()
        let name = FenceSetName("f")
        configuration.fenceSets[name] = LoadedFences(set: set)
        configuration.monitors = [MonitorDefinition(name: "m", source: "s", fences: name)]
        var engine = Engine()
        _ = engine.handle(.configure(configuration), at: .init(nanoseconds: 0))
        for step in 1...20 {
            let place = Coordinate(latitude: 50 + Double(step) / 50, longitude: 1.1)
            let ns = Int64(step) * 1_000_000_000
            let update = LocationUpdate(position: place, time: .init(nanoseconds: ns))
            _ = engine.handle(.fix(update, source: "s"), at: .init(nanoseconds: ns))
        }
        for id in engine.fenceIDs(of: "m", limit: .max) { _ = engine.fence(id, of: "m") }
    }

    /// Areas small and large, with holes, clockwise, over the antimeridian; lines, points, circles;
    /// names, properties, settings; and problems.
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
        // A saw: no two corners are alike, and the outline never meets itself.
        let teeth = (0..<corners).map { corner in
            "[\(x + Double(corner) / Double(corners) / 10),"
                + "\(y + (corner % 2 == 0 ? 0.05 : 0.06))]"
        }
        let ring = teeth + ["[\(x + 0.1),\(y)]", "[\(x),\(y)]", teeth[0]]
        return "\"type\":\"Polygon\",\"coordinates\":[[\(ring.joined(separator: ","))]]"
    }
}
