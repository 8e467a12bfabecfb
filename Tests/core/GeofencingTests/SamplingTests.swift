import Chronology
import Fixes
import Geodesy
import Geofencing
import TestSupport
import Testing

/// The rate of fixes does not change the visits: a crossing between two fixes is inferred where the
/// path through the fence is longer than twice the accuracy.
struct SamplingTests {
    private static let accuracy_m = 5.0
    private static let speed_mps = 10.0
    /// The corners of a path in metres east and north, a multiple of 200 m apart.
    private static let corners: [SIMD2<Double>] = [
        [0, 0], [400, 0], [400, 400], [0, 400], [0, 800], [400, 800],
    ]

    private struct Circle {
        var center: SIMD2<Double>
        var radius_m: Double
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func visitsDoNotDependOnTheSamplingInterval(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let circles = (0..<60).map { _ in
            Circle(
                center: [random.number(-60...460), random.number(-60...860)],
                radius_m: random.number(12...70))
        }.filter(isPlain)
        let dense = try visits(of: circles, every: 5)
        #expect(dense.count > 10)
        #expect(try visits(of: circles, every: 50) == dense)
        #expect(try visits(of: circles, every: 200) == dense)
        // Without inference the sparse samples miss most of them.
        #expect(try visits(of: circles, every: 200, inferring: false) != dense)
    }

    /// Whether each leg of the path misses a circle by 3 m, or its chord is clearly longer than
    /// twice the accuracy.
    private func isPlain(_ circle: Circle) -> Bool {
        zip(Self.corners, Self.corners.dropFirst()).allSatisfy { start, end in
            let length = norm(end - start)
            let way = (end - start) / length
            let along = ((circle.center - start) * way).sum()
            let foot = start + way * along
            let beside_m = norm(circle.center - foot)
            guard beside_m < circle.radius_m else { return beside_m > circle.radius_m + 3 }
            let half = (circle.radius_m * circle.radius_m - beside_m * beside_m).squareRoot()
            let chord = min(length, along + half) - max(0, along - half)
            return chord <= -3 || chord > 2 * Self.accuracy_m + 3
        }
    }

    private func norm(_ vector: SIMD2<Double>) -> Double {
        (vector * vector).sum().squareRoot()
    }

    /// The events of each fence in their order, by its id.
    private func visits(
        of circles: [Circle], every step_m: Double, inferring: Bool = true
    ) throws -> [String: [String]] {
        let origin = Coordinate(latitude: 52, longitude: 4)
        func place(_ point: SIMD2<Double>) throws -> Coordinate {
            try offset("\(point.x),\(point.y)", from: origin)
        }
        var monitor = MonitorDefinition(name: "m", source: "gps", fences: FenceSetName("f"))
        monitor.ignorePeriod_s = 0
        var configuration = EngineConfiguration()
        configuration.monitors = [monitor]
        configuration.fenceSets[FenceSetName("f")] = FenceSet.make(
            try circles.enumerated().map { index, circle in
                Fence(
                    id: "c\(index)",
                    shape: .circle(center: try place(circle.center), radius: circle.radius_m))
            })
        var settings = FeedSettings()
        if !inferring { settings.maxGap_s = 0 }
        configuration.feeds["gps"] = settings
        var engine = Engine()
        var effects = engine.handle(.configure(configuration), at: BootInstant(nanoseconds: 0))
        var travelled_m = 0.0
        for (start, end) in zip(Self.corners, Self.corners.dropFirst()) {
            let length = norm(end - start)
            // The last fix of a leg is the first one of the next.
            let isLast = end == Self.corners.last
            for along in stride(from: 0, through: isLast ? length : length - 1, by: step_m) {
                let seconds = (travelled_m + along) / Self.speed_mps
                var fix = LocationUpdate(
                    position: try place(start + (end - start) * (along / length)),
                    time: Scenario.start.advanced(bySeconds: seconds))
                fix.accuracy_m = Self.accuracy_m
                let now = BootInstant(nanoseconds: 0).advanced(bySeconds: seconds)
                effects += engine.handle(.fix(fix, source: "gps"), at: now)
            }
            travelled_m += length
        }
        var visits: [String: [String]] = [:]
        for case .event(.transition(let event)) in effects {
            visits[event.fence, default: []].append(event.kind.rawValue)
        }
        return visits
    }
}
