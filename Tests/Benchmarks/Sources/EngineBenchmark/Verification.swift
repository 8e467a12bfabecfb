import Geodesy
import Geofencing

/// The engine held against brute force, fix by fix.
struct Verification {
    /// Boxes to look at between two fixes that are compared: with more fences, fixes are left out,
    /// so that the time does not grow with their square.
    private static let boxesPerFix = 10_000

    /// Fixes at which both were compared.
    private(set) var compared = 0
    /// Fences that a place was in, summed over them.
    private(set) var found = 0
    /// Fixes at which they differed.
    private(set) var differences = 0

    /// Runs along a track and says on which fixes, of which fences, engine and brute force differ.
    init(
        _ run: inout Run, along track: [Coordinate], among shapes: [Shape],
        _ tell: (String) -> Void
    ) throws(ShapeProblem) {
        let force = try BruteForce(shapes)
        let stride = max(1, shapes.count / Self.boxesPerFix)
        for index in track.indices {
            run.judge(track[index...index])
            guard index % stride == 0 else { continue }
            let expected = Set(force.fences(at: track[index]).map { "f\($0)" })
            compared += 1
            found += expected.count
            guard let told = run.inside, told != expected else { continue }
            differences += 1
            tell("fix \(index): told \(told.sorted()), by brute force \(expected.sorted())")
        }
    }
}
