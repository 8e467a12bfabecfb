import Geodesy
import Geofencing

/// A comparison of the engine with brute force, fix by fix.
struct Verification {
    /// The number of boxes that brute force tests for each compared fix: with more fences, fewer
    /// fixes are compared, so that the time does not grow with the square of the fences.
    private static let boxesPerFix = 10_000

    /// The number of compared fixes.
    private(set) var compared = 0
    /// The number of inside fences, summed over the compared fixes.
    private(set) var found = 0
    /// The number of fixes with different results.
    private(set) var differences = 0

    /// Evaluates a track and reports each fix for which engine and brute force differ.
    init(
        _ run: inout Run, along track: [Coordinate], among shapes: [Shape],
        _ report: (String) -> Void
    ) throws(ShapeProblem) {
        let force = try BruteForce(shapes)
        let stride = max(1, shapes.count / Self.boxesPerFix)
        for index in track.indices {
            run.evaluate(track[index...index])
            guard index % stride == 0 else { continue }
            let expected = Set(force.fences(at: track[index]).map { "f\($0)" })
            compared += 1
            found += expected.count
            guard let inside = run.inside, inside != expected else { continue }
            differences += 1
            report("fix \(index): engine \(inside.sorted()), brute force \(expected.sorted())")
        }
    }
}
