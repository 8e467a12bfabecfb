import Chronology
import Fixes
import Geodesy
import Geofencing
import TestSupport

/// Random fences, monitors and a track among them, the same for the same seed.
struct RandomWorld {
    var fences: [Fence] = []
    var monitors: [MonitorDefinition] = []
    var updates: [(seconds: Double, update: LocationUpdate)] = []
    /// What else happens, by the number of the fix before which it does.
    var news: [Int: [Input]] = [:]
    var random: SplitMix

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        let latitude = random.number(0...80)
        let origin = Coordinate(latitude: latitude, longitude: 4)
        for index in 0..<60 { fences.append(fence(index, around: origin, within: 600)) }
        monitors = (0..<4).map { monitor($0) }
        walk(from: origin)
    }

    /// The events as text, of fixes and fences that `place` has moved.
    func events(
        monitors: [MonitorDefinition]? = nil, start_s: Double = 0, ticks: Int = 0,
        skipping isSkipping: Bool = true, place: (Coordinate) -> Coordinate = { $0 }
    ) -> [String] {
        let start = UTCInstant(nanoseconds: 1_700_000_000_000_000_000).advanced(bySeconds: start_s)
        return transitions(
            monitors: monitors, start_s: start_s, ticks: ticks, skipping: isSkipping,
            place: place
        ).map { Self.text(of: $0, since: start) }
    }

    /// The events, of fixes and fences that `place` has moved; before every so many fixes the
    /// engine ends and a new one goes on with what it saved.
    func transitions(
        monitors: [MonitorDefinition]? = nil, start_s: Double = 0, ticks: Int = 0,
        skipping isSkipping: Bool = true, restartEvery: Int? = nil,
        place: (Coordinate) -> Coordinate = { $0 }
    ) -> [Transition] {
        effects(
            monitors: monitors, start_s: start_s, ticks: ticks, skipping: isSkipping,
            restartEvery: restartEvery, place: place
        ).compactMap { effect in
            guard case .event(.transition(let event)) = effect else { return nil }
            return event
        }
    }

    /// All that follows, in order.
    func effects(
        monitors: [MonitorDefinition]? = nil, start_s: Double = 0, ticks: Int = 0,
        skipping isSkipping: Bool = true, restartEvery: Int? = nil,
        place: (Coordinate) -> Coordinate = { $0 }
    ) -> [Effect] {
        var configuration = EngineConfiguration()
        configuration.monitors = monitors ?? self.monitors
        configuration.fenceSets[FenceSetName("f")] = FenceSet.make(
            fences.map { fence in
                var moved = fence
                moved.shape = fence.shape.moved(place)
                return moved
            })
        var engine = Engine(skipping: isSkipping)
        var effects = engine.handle(.configure(configuration), at: BootInstant(nanoseconds: 0))
        var before = 0.0
        for (number, (seconds, update)) in updates.enumerated() {
            if let restartEvery, number > 0, number % restartEvery == 0 {
                let saved = engine.savedState(at: boot(before))
                engine = Engine(skipping: isSkipping)
                effects += engine.handle(.configure(configuration), at: boot(before))
                effects += engine.handle(.restore(saved), at: boot(before))
            }
            for tick in 0..<ticks {
                let share = Double(tick) / Double(ticks)
                effects += engine.handle(
                    .tick, at: boot(before + share * (seconds - before)))
            }
            for input in news[number] ?? [] {
                effects += engine.handle(input, at: boot((before + seconds) / 2))
            }
            before = seconds
            var moved = update
            moved.position = place(update.position)
            moved.time = UTCInstant(nanoseconds: 1_700_000_000_000_000_000)
                .advanced(bySeconds: start_s + seconds)
            effects += engine.handle(.fix(moved, source: "gps"), at: boot(seconds))
        }
        return effects
    }

    private func boot(_ seconds: Double) -> BootInstant {
        BootInstant(nanoseconds: 0).advanced(bySeconds: seconds)
    }

    /// Times to the hundredth: rounding of coordinates moves a crossing by far less.
    private static func text(of event: Transition, since start: UTCInstant) -> String {
        let crossed = event.crossedAt.map { ($0.seconds(since: start) * 100).rounded() / 100 }
        let flags = [
            event.isInitial, event.isInferred, event.isDeferred, event.isLate, event.isJump,
        ].map { $0 ? "1" : "0" }.joined()
        return "\(event.monitor) \(event.kind) \(event.fence) \(crossed ?? -1) \(event.method) "
            + "\(flags) \(event.suppressedToggles)"
    }

    mutating func fence(
        _ index: Int, around origin: Coordinate, within metres: Double
    ) -> Fence {
        let center = origin.destination(
            azimuth: random.number(0...360), distance: random.number(0...metres))
        let radius = random.number(10...80)
        var shape = Shape.circle(center: center, radius: radius)
        if random.number(0...1) < 0.6 {
            shape = polygon(around: center, radius: radius)
        }
        var fence = Fence(id: "f\(index)", shape: shape)
        if random.number(0...1) < 0.2 { fence.settings.floor = Int(random.number(0...1.99)) }
        if random.number(0...1) < 0.2 { fence.settings.toleranceExit = 0.3 }
        switch index % 7 {
        case 1: fence.settings.confirmExit = Confirmation(fixes: 3, seconds: 0)
        case 2: fence.settings.confirmEnter = Confirmation(fixes: 2, seconds: 0)
        case 3: fence.settings.dwellMaxGap_s = 1.5
        case 4: fence.settings.toleranceExit_m = 4
        default: break
        }
        return fence
    }

    /// A fence that is a polygon somewhere within so many metres.
    mutating func polygonFence(
        _ index: Int, around origin: Coordinate, within metres: Double, radius: Double
    ) -> Fence {
        let center = origin.destination(
            azimuth: random.number(0...360), distance: random.number(0...metres))
        return Fence(id: "f\(index)", shape: polygon(around: center, radius: radius))
    }

    /// A polygon of a few corners, none of them farther from its center than so many metres.
    mutating func polygon(around center: Coordinate, radius: Double) -> Shape {
        let corners = Int(random.number(3...9))
        let ring = (0..<corners).map { corner in
            center.destination(
                azimuth: 360 * Double(corner) / Double(corners),
                distance: radius * random.number(0.4...1))
        }
        return .polygons([Polygon(rings: [ring])])
    }

    private mutating func monitor(_ index: Int) -> MonitorDefinition {
        var monitor = MonitorDefinition(
            name: "m\(index)", source: "gps", fences: FenceSetName("f"))
        monitor.relation = SpatialRelationship.allCases[Int(random.number(0...2.99))]
        monitor.accuracyMode = AccuracyMode.allCases[Int(random.number(0...1.99))]
        monitor.ignorePeriod_s = [0, 6.4, 30][Int(random.number(0...2.99))]
        monitor.confirmExit = Confirmation(fixes: Int(random.number(1...2.99)), seconds: 0)
        monitor.floorPolicy = FloorPolicy.allCases[Int(random.number(0...1.99))]
        monitor.dwell_s = index == 1 ? 20.3 : nil
        monitor.accuracyLimit = index == 2 ? .fixed(12) : .auto
        monitor.buffer_m = index == 3 ? 7.5 : 0
        return monitor
    }

    /// Lets one fix be enough for every monitor and fence.
    mutating func confirmAtOnce() {
        for index in monitors.indices {
            monitors[index].confirmExit = Confirmation(fixes: 1, seconds: 0)
        }
        for index in fences.indices {
            (fences[index].settings.confirmEnter, fences[index].settings.confirmExit) = (nil, nil)
        }
    }

    private mutating func walk(from origin: Coordinate) {
        var place = origin
        var course = random.number(0...360)
        var seconds = 0.0
        var floor: Int?
        for _ in 0..<600 {
            if random.number(0...1) < 0.02 { floor = random.number(0...1) < 0.5 ? 1 : nil }
            course += random.number(-25...25)
            let pause = random.number(0...1) < 0.01 ? random.number(5...40) : 1.0
            seconds += pause
            place = place.destination(
                azimuth: course.remainder(dividingBy: 360),
                distance: random.number(0...3) * min(pause, 20))
            if place.distance(to: origin) > 700 { course += 180 }
            var update = LocationUpdate(position: place, time: nil)
            update.accuracy_m = random.number(2...14)
            update.floor = floor
            updates.append((seconds, update))
        }
    }
}

extension Shape {
    /// The shape with every vertex moved.
    fileprivate func moved(_ place: (Coordinate) -> Coordinate) -> Shape {
        switch self {
        case .polygons(let polygons):
            .polygons(polygons.map { Polygon(rings: $0.rings.map { $0.map(place) }) })
        case .lines(let lines): .lines(lines.map { $0.map(place) })
        case .points(let points): .points(points.map(place))
        case .circle(let center, let radius): .circle(center: place(center), radius: radius)
        }
    }
}
