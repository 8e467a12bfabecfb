import Geodesy
import Geofencing
import Glibc
import Measuring
import Workloads

// Judges every fix of a track against all fences, as the daemon would, and prints one JSON line.
// With `--verify` it measures nothing but holds what was told against brute force, and fails where
// they differ.

let options = Options(CommandLine.arguments)
let track = Workload.track(bytes(of: options.track), limit: options.fixes)
let shapes = Workload.fences(bytes(of: options.fences))
let (loaded, take_ms, pack_ms) = build()

var run = Run(
    loaded: loaded, monitors: options.monitors, jumps: options.jumps, isVerified: options.verifies)
if options.verifies { try verify() }
let half = track.count / 2
let began_ns = processorTime_ns()
run.judge(track[..<half])
// By then every table has its size: what is allocated from now on is allocated again and again.
let (allocated, toldBefore) = (Allocations.count(), run.transitions)
run.judge(track[half...])
let perFix_ns = (processorTime_ns() - began_ns) / Double(track.count)
let allocations = Allocations.count().flatMap { end in allocated.map { "\(end - $0)" } } ?? "null"
// What the heap keeps of the drawn fences would be counted as the set's; the set says itself.
let memory_bytes = Double(loaded.set?.byteCount ?? 0)
print(
    """
    {"peer":"geofenced","fences":\(shapes.count),"monitors":\(options.monitors),\
    "fixes":\(track.count),"cpu_ns_per_fix":\(perFix_ns.rounded(toPlaces: 1)),\
    "build_ms":\((take_ms + pack_ms).rounded(toPlaces: 1)),\
    "pack_ms":\(pack_ms.rounded(toPlaces: 1)),\
    "bytes_per_fence":\((memory_bytes / Double(shapes.count)).rounded()),\
    "transitions":\(run.transitions),"diagnostics":\(run.diagnostics),\
    "second_half":{"fixes":\(track.count - half),"transitions":\(run.transitions - toldBefore),\
    "allocations":\(allocations)}}
    """)

/// Checks and takes the fences of the workload, then sorts and packs them.
func build() -> (LoadedFences, take_ms: Double, pack_ms: Double) {
    let fences = shapes.enumerated().map { number, shape in Fence(id: "f\(number)", shape: shape) }
    let began_ns = processorTime_ns()
    var builder = FenceSet.Builder()
    for fence in fences { builder.append(fence) }
    let taken_ns = processorTime_ns()
    let loaded = builder.finish()
    return (loaded, (taken_ns - began_ns) / 1e6, (processorTime_ns() - taken_ns) / 1e6)
}

/// Compares with brute force, prints how that went, and ends the program.
@MainActor func verify() throws -> Never {
    var told = 0
    let verification = try Verification(&run, along: track, among: shapes) { difference in
        told += 1
        if told <= 5 { print(difference) }
    }
    print(
        """
        {"peer":"brute force","fences":\(shapes.count),"fixes":\(track.count),\
        "compared":\(verification.compared),"found":\(verification.found),\
        "transitions":\(run.transitions),"differences":\(verification.differences)}
        """)
    exit(verification.differences == 0 && verification.found > 0 ? 0 : 1)
}
