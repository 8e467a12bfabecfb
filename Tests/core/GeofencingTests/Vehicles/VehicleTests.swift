import Geodesy
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Vehicles of every kind with receivers of every kind, and no setting made for any of them.
struct VehicleTests {
    /// Every visit of two fixes that are surely inside is reported once, at the second of them at
    /// the latest, and nothing is reported of a fence that the vehicle never met.
    ///
    /// `VEHICLE_SEED` draws others; a failure names the one that shows it again.
    @Test(arguments: Vehicle.allCases) func visitsAreReportedOnce(_ vehicle: Vehicle) {
        var random = SplitMix(seed: seed)
        var visits = 0
        for _ in 0..<40 {
            let drawn = random.next()
            let world = VehicleWorld(vehicle, seed: drawn)
            for fence in world.circles.indices {
                let truth = VehicleTruth(world, fence: fence)
                visits += truth.visitCount
                for manner in VehicleWorld.Manner.allCases {
                    let complaints = truth.complaints(manner)
                    #expect(
                        complaints.isEmpty,
                        "\(vehicle) \(drawn), \(world.receiver), \(manner) \(fence): \(complaints)")
                }
            }
        }
        #expect(visits > 50, "\(vehicle): only \(visits) visits")
    }

    private var seed: UInt64 {
        unsafe getenv("VEHICLE_SEED").flatMap { unsafe UInt64(String(cString: $0)) } ?? 2026
    }
}
