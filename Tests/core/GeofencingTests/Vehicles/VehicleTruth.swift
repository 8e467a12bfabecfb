import Geodesy
import Geofencing

/// What must be reported of one fence, and what must not, by where the vehicle really was.
///
/// A fix is surely inside when the true place is deeper than twice its accuracy, surely outside
/// when it is farther out than that: then whatever error the fix has, all of its circle lies on one
/// side.
struct VehicleTruth {
    let world: VehicleWorld
    let fence: Int
    private let clearances: [Double?]
    /// At least the error of any fix.
    private let error_m: Double
    private var visits: [Visit] = []

    init(_ world: VehicleWorld, fence: Int) {
        self.world = world
        self.fence = fence
        let circle = world.circles[fence]
        error_m = world.fixes.map(\.error_m).max() ?? 0
        clearances = world.path.clearances(
            center: circle.center, radius: circle.radius,
            reach_m: 2 * error_m + world.path.longestStep_m + 1)
        visits = findVisits()
    }

    /// The fixes from one that is surely outside to the next such one, with a surely inside one
    /// among them: one crossing in and one out, by more than twice the accuracy.
    private struct Visit {
        /// The first fix that may be reported as inside.
        var first: Int
        /// The last fix before the one that is surely outside again.
        var last: Int
        var sure: [Int]
        /// Whether it ends within the drive.
        var hasEnd: Bool
    }

    /// What is wrong with the reports of one monitor, in sentences.
    func complaints(_ manner: VehicleWorld.Manner) -> [String] {
        let reports = world.reports[manner, default: []].filter { $0.fence == fence }
        if !isMet {
            return reports.filter { !$0.isInferred || isStraight(before: $0.fix) }.map {
                "\($0.kind) at fix \($0.fix), though the vehicle never was there"
            }
        }
        return visits.flatMap { complaints(manner, of: $0, reports) }
    }

    /// How many visits the monitors are held against.
    var visitCount: Int { visits.filter { $0.sure.count > 1 }.count }

    private func complaints(
        _ manner: VehicleWorld.Manner, of visit: Visit, _ reports: [VehicleWorld.Report]
    ) -> [String] {
        guard visit.sure.count > 1 else { return [] }
        let own = reports.filter {
            (visit.first...visit.last + 2).contains($0.fix) && !$0.isInferred
        }
        let entered = own.filter { $0.kind == .entered && $0.fix <= visit.last }
        let exited = own.filter { $0.kind == .exited && $0.fix > visit.first }
        let stay = "the visit of fixes \(visit.first) to \(visit.last), sure from \(visit.sure[0])"
        guard let first = entered.first, first.fix <= visit.sure[1] else {
            if movesByJumps { return [] }
            return ["\(stay) was entered at \(entered.first.map { "\($0.fix)" } ?? "none")"]
        }
        let crossings = max(1, manner == .sure ? trueEntries(visit) : measuredEntries(visit))
        guard entered.count <= crossings else {
            return ["\(stay) was entered at \(entered.map(\.fix))"]
        }
        guard visit.hasEnd, !movesByJumps else { return [] }
        guard exited.count == entered.count || visit.last + 2 >= world.fixes.count else {
            return ["\(stay) was left at \(exited.map(\.fix)), entered at \(entered.map(\.fix))"]
        }
        return []
    }

    /// Whether it is faster than `max_speed_mps` and reports no speed: each displacement is a jump
    /// then, which is believed after a while, so that a visit may be reported late or missed.
    private var movesByJumps: Bool {
        world.vehicle == .aircraft && world.receiver.speeds == .missing
    }

    /// How often the vehicle really came in, by the places of the true path.
    private func trueEntries(_ visit: Visit) -> Int {
        let start = visit.first == 0 ? 0 : world.fixes[visit.first - 1].index
        var (count, isInside) = (0, false)
        for index in start...world.fixes[visit.last].index {
            let inside = (clearances[index] ?? .infinity) <= world.path.longestStep_m
            if inside, !isInside { count += 1 }
            isInside = inside
        }
        return count
    }

    /// How often the fixes as they are come in: at the edge errors make more of one crossing. A
    /// receiver that hardly moves may stand within a centimetre of it.
    private func measuredEntries(_ visit: Visit) -> Int {
        let circle = world.circles[fence]
        let distances = world.fixes[visit.first...visit.last].map {
            circle.center.distance(to: $0.place) - circle.radius
        }
        return [-0.01, 0, 0.01].map { limit in
            zip([.infinity] + distances, distances).count { $0 > limit && $1 <= limit }
        }.max() ?? 0
    }

    private func findVisits() -> [Visit] {
        var found: [Visit] = []
        var visit: Visit?
        var isSurelyOutside = true
        for (number, fix) in world.fixes.enumerated() {
            let clearance = clearances[fix.index] ?? .infinity
            if clearance > 2 * fix.error_m + 0.01 {
                if var ended = visit {
                    ended.hasEnd = true
                    found.append(ended)
                }
                visit = nil
                isSurelyOutside = true
                continue
            }
            if isSurelyOutside {
                visit = Visit(first: number, last: number, sure: [], hasEnd: false)
            }
            isSurelyOutside = false
            visit?.last = number
            if clearance < -2 * fix.error_m - 0.01 { visit?.sure.append(number) }
        }
        return found + (visit.map { [$0] } ?? [])
    }

    /// Whether the true path, widened by the accuracy, meets the fence.
    private var isMet: Bool {
        clearances.contains { ($0 ?? .infinity) <= error_m + world.path.longestStep_m + 0.01 }
    }

    /// Whether nothing but what the vehicle met lies on the straight way that led to a fix.
    private func isStraight(before fix: Int) -> Bool {
        guard fix > 0 else { return true }
        return world.path.isStraight(
            from: world.fixes[fix - 1].index, to: world.fixes[fix].index,
            tolerance_m: world.path.longestStep_m)
    }
}
