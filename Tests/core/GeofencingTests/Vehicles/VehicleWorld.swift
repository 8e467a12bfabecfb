import Chronology
import Fixes
import Geodesy
import Geofencing
import TestSupport

/// A vehicle with a receiver among fences, and what the engine reports of it.
struct VehicleWorld {
    /// An event with the fix at which it was reported.
    struct Report {
        let fence: Int
        let fix: Int
        let kind: Transition.Kind
        let isInferred: Bool
    }

    /// How a monitor compares fixes with fences.
    enum Manner: String, CaseIterable {
        /// All settings as they are without any configuration, but no ignore period.
        case plain
        /// By the whole circle of the accuracy: inside is entered for sure, outside is left for
        /// sure.
        case sure
    }

    struct Circle {
        let center: Coordinate
        let radius: Double
    }

    let vehicle: Vehicle
    let receiver: SimulatedReceiver
    let path: TruePath
    let fixes: [SimulatedFix]
    private(set) var circles: [Circle] = []
    private(set) var reports: [Manner: [Report]] = [:]

    init(_ vehicle: Vehicle, seed: UInt64) {
        var random = SplitMix(seed: seed)
        self.vehicle = vehicle
        receiver = SimulatedReceiver(&random)
        let start = Coordinate(
            latitude: random.number(-65...65), longitude: random.number(-179...179))
        // Long enough for fixes of every kind, and for stops between those of a slow receiver.
        let seconds = max(120, min(250 * receiver.interval_s, 10_000))
        path = vehicle.drive(
            from: start, seconds: seconds, step_s: min(2, max(0.05, receiver.interval_s / 8)),
            &random)
        fixes = receiver.fixes(of: path, &random)
        for _ in 0..<14 { addCircle(&random) }
        run()
    }

    /// A circle on the path or beside it, from a shop to a town.
    private mutating func addCircle(_ random: inout SplitMix) {
        let place = path.places[Int(random.number(0...Double(path.places.count - 1)))]
        let pace = fixes.count > 1 ? path.longestStep_m / path.step_s * receiver.interval_s : 1
        let sizes = [8...30, 30...150, 150...800, max(10, pace)...max(20, 6 * pace)]
        let radius = random.number(sizes[Int(random.number(0...3.99))])
        let center = place.moved(
            course_deg: random.number(0...360), metres: radius * random.number(0...3))
        circles.append(Circle(center: center, radius: radius))
    }

    private mutating func run() {
        var configuration = EngineConfiguration()
        configuration.feeds["gps"] = FeedSettings()
        configuration.fenceSets[FenceSetName("f")] = FenceSet.make(
            circles.enumerated().map { number, circle in
                Fence(
                    id: "\(number)", shape: .circle(center: circle.center, radius: circle.radius))
            })
        configuration.monitors = Manner.allCases.map { manner in
            var monitor = MonitorDefinition(
                name: manner.rawValue, source: "gps", fences: FenceSetName("f"))
            monitor.ignorePeriod_s = 0
            if manner == .sure {
                monitor.relation = .enterContainsAndExitDoesNotIntersect
                monitor.accuracyMode = .useGeometryWithAccuracy
            }
            return monitor
        }
        var engine = Engine()
        let begin = BootInstant(nanoseconds: 0)
        _ = engine.handle(.configure(configuration), at: begin)
        for (number, fix) in fixes.enumerated() {
            let effects = engine.handle(
                .fix(fix.update(hasTime: receiver.hasTimes), source: "gps"),
                at: begin.advanced(bySeconds: 1 + fix.seconds))
            for case .event(.transition(let event)) in effects {
                guard let manner = Manner(rawValue: event.monitor), let fence = Int(event.fence)
                else { continue }
                reports[manner, default: []].append(
                    Report(
                        fence: fence, fix: number, kind: event.kind, isInferred: event.isInferred))
            }
        }
    }
}
