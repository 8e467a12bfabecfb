import Chronology
import Fixes
import Geodesy
import Geofencing
import Synchronization
import Testing

/// A set gives back the fences it was made of.
struct FenceSetTests {
    private static func fence(_ number: Int) -> Fence {
        // Steps that jump across the map, so that the order of ids and the order of positions
        // differ.
        let west = Double(number * 37 % 100) / 10
        let south = Double(number * 61 % 100) / 10
        let corners = [(0.0, 0.0), (0.01, 0), (0.01, 0.01), (0, 0)]
        var fence = Fence(
            id: "f\(number * 7919 % 1000)",
            shape: .polygons([
                Polygon(rings: [
                    corners.map { Coordinate(latitude: south + $0.1, longitude: west + $0.0) }
                ])
            ]))
        if number % 3 == 0 { fence.name = "Fence \(number)" }
        if number % 4 == 0 { fence.properties = #"{"number":\#(number)}"# }
        if number % 5 == 0 { fence.settings.buffer_m = Double(number % 7) }
        if number % 50 == 0 {
            fence.shape = .points([Coordinate(latitude: south, longitude: west)])
        }
        return fence
    }

    /// No reader accepts such values, but a damaged compiled file can hold them.
    @Test func valuesOutsideTheirRangeCountAsNotGiven() throws {
        var fence = Self.fence(0)
        fence.settings = FenceSettings()
        let valid = fence
        fence.settings.buffer_m = -5
        fence.settings.ignorePeriod_s = .nan
        fence.settings.dwell_s = .infinity
        fence.settings.floor = 1001
        fence.settings.dwellRepeat_s = 0.5
        fence.settings.confirmEnter = Confirmation(fixes: 0)
        fence.settings.confirmExit = Confirmation(fixes: 1, seconds: -1)
        let set = try #require(FenceSet.make([fence]).set)
        #expect(set.fences == [valid])
    }

    @Test func everyFenceIsReturned() throws {
        let fences = (0..<1000).map(Self.fence)
        let loaded = FenceSet.make(fences)
        #expect(loaded.problems.isEmpty)
        let set = try #require(loaded.set)
        #expect(set.count == 1000)
        #expect(set.fences == fences.sorted { $0.id < $1.id })
        for fence in fences { #expect(set.fence(id: fence.id) == fence) }
        #expect(set.fence(id: "f") == nil)
        #expect(set.fence(id: "f9999") == nil)
    }

    @Test func memoryOfTheBuilderMakesNoDifference() throws {
        final class Piece: Sendable {
            let address = UInt(
                bitPattern: UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 64))

            deinit { unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
        }
        // So small a window that the vertices are brought into order in many parts.
        let memory = WorkingMemory(window_bytes: 1000) { byteCount in
            let piece = Piece()
            return byteCount <= 1 << 20 ? (piece.address, piece) : nil
        }
        var first = FenceSet.Builder()
        var second = FenceSet.Builder(in: memory)
        for fence in (0..<5000).map(Self.fence) {
            first.append(fence)
            second.append(fence)
        }
        let (plain, elsewhere) = (first.finish(), second.finish())
        #expect(elsewhere.problems == plain.problems)
        #expect(try #require(elsewhere.set).bytes == #require(plain.set).bytes)
    }

    @Test func memoryIsReleasedWithTheLastMonitor() {
        final class Piece: Sendable {
            static let living = Atomic(0)
            let address: UInt

            init(byteCount: Int) {
                address = UInt(
                    bitPattern: UnsafeMutableRawPointer.allocate(
                        byteCount: byteCount, alignment: 64))
                Self.living.add(1, ordering: .relaxed)
            }

            deinit {
                unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
                Self.living.subtract(1, ordering: .relaxed)
            }
        }
        let memory = WorkingMemory(window_bytes: .max) { byteCount in
            let piece = Piece(byteCount: byteCount)
            return (piece.address, piece)
        }
        var (engine, seconds) = (Engine(), 0.0)
        func handle(_ input: Input) -> [Effect] {
            seconds += 1
            return engine.handle(
                input, at: BootInstant(nanoseconds: 0).advanced(bySeconds: seconds))
        }
        func watch(_ loaded: LoadedFences) -> EngineConfiguration {
            var configuration = EngineConfiguration()
            let set = FenceSetName("fences")
            configuration.fenceSets = [set: loaded]
            configuration.monitors = [
                MonitorDefinition(name: "m", source: "gps", fences: set)
            ]
            return configuration
        }
        do {
            var builder = FenceSet.Builder(in: memory)
            for number in 0..<5000 {
                // So many with ids of their own that the packed set does not fit on the heap.
                var fence = Self.fence(number)
                fence.id = String(number)
                builder.append(fence)
            }
            _ = handle(.configure(watch(builder.finish())))
        }
        let inside = LocationUpdate(
            position: Coordinate(latitude: 6.104, longitude: 3.708),
            time: UTCInstant(nanoseconds: 0))
        #expect(!handle(.fix(inside, source: "gps")).isEmpty)
        #expect(Piece.living.load(ordering: .relaxed) > 0)
        #expect(!handle(.configure(EngineConfiguration())).isEmpty)
        #expect(Piece.living.load(ordering: .relaxed) == 0)
    }

    @Test func firstOfEqualIDsIsKept() throws {
        let fences = [Self.fence(0), Self.fence(1), Self.fence(1000), Self.fence(2)]
        let loaded = FenceSet.make(fences)
        #expect(loaded.problems == ["fence 'f0': the id occurs again; give each its own"])
        let set = try #require(loaded.set)
        #expect(set.count == 3)
        #expect(set.fence(id: "f0") == fences[0])
    }

    @Test func emptySetIsValid() {
        let loaded = FenceSet.make([])
        #expect(loaded.set?.count == 0)
        #expect(loaded.set?.fences.isEmpty == true)
    }
}

extension FenceSet {
    fileprivate var bytes: [[UInt8]] {
        unsafe withBytes { columns, shapes in unsafe [Array(columns), Array(shapes)] }
    }
}
