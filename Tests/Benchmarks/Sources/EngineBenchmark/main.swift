import Geodesy
import Geofencing
import Glibc
import Measuring
import Workloads

// Evaluates every fix of a track with all fences, like the daemon, and prints one JSON line. With
// `--verify` it compares the events with brute force instead of measuring, and fails where they
// differ.

let options = Options(CommandLine.arguments)
let track = Workload.track(bytes(of: options.track), limit: options.fixes)
let shapes = Workload.fences(bytes(of: options.fences))
let (loaded, take_ms, pack_ms) = build()

var run = Run(
    loaded: loaded, monitors: options.monitors, jumps: options.jumps, isVerified: options.verifies)
if options.verifies { try verify() }
let half = track.count / 2
let began_ns = processorTime_ns()
run.evaluate(track[..<half])
// By now every table has its final size: later allocations recur with every fix.
let (allocated, transitionsBefore) = (Allocations.count(), run.transitions)
run.evaluate(track[half...])
let perFix_ns = (processorTime_ns() - began_ns) / Double(track.count)
let allocations = Allocations.count().flatMap { end in allocated.map { "\(end - $0)" } } ?? "null"
// The heap also holds the fences of the workload, so the size comes from the set.
let memory_bytes = Double(loaded.set?.byteCount ?? 0)
print(
    """
    {"peer":"geofenced","fences":\(shapes.count),"monitors":\(options.monitors),\
    "fixes":\(track.count),"cpu_ns_per_fix":\(perFix_ns.rounded(toPlaces: 1)),\
    "build_ms":\((take_ms + pack_ms).rounded(toPlaces: 1)),\
    "pack_ms":\(pack_ms.rounded(toPlaces: 1)),\
    "bytes_per_fence":\((memory_bytes / Double(shapes.count)).rounded()),\
    "transitions":\(run.transitions),"diagnostics":\(run.diagnostics),\
    "second_half":{"fixes":\(track.count - half),"transitions":\(run.transitions - transitionsBefore),\
    "allocations":\(allocations)}}
    """)

/// Checks the fences of the workload, then sorts and packs them.
func build() -> (LoadedFences, take_ms: Double, pack_ms: Double) {
    let fences = shapes.enumerated().map { number, shape in Fence(id: "f\(number)", shape: shape) }
    let began_ns = processorTime_ns()
    var builder = FenceSet.Builder()
    for fence in fences { builder.append(fence) }
    let taken_ns = processorTime_ns()
    let loaded = builder.finish()
    return (loaded, (taken_ns - began_ns) / 1e6, (processorTime_ns() - taken_ns) / 1e6)
}

/// Compares with brute force, prints the result, and ends the program.
@MainActor func verify() throws -> Never {
    var reported = 0
    let verification = try Verification(&run, along: track, among: shapes) { difference in
        reported += 1
        if reported <= 5 { print(difference) }
    }
    print(
        """
        {"peer":"brute force","fences":\(shapes.count),"fixes":\(track.count),\
        "compared":\(verification.compared),"found":\(verification.found),\
        "transitions":\(run.transitions),"differences":\(verification.differences)}
        """)
    exit(verification.differences == 0 && verification.found > 0 ? 0 : 1)
}
