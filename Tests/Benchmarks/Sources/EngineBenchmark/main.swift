import Geodesy
import Geofencing
import Measuring
import Workloads

// Judges every fix of a track against all fences, as the daemon would, and prints one JSON line.

let options = Options(CommandLine.arguments)
let track = Workload.track(bytes(of: options.track), limit: options.fixes)
let (loaded, fenceCount, build_ms) = build()

var run = Run(loaded: loaded, monitors: options.monitors, jumps: options.jumps)
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
    {"peer":"geofenced","fences":\(fenceCount),"monitors":\(options.monitors),\
    "fixes":\(track.count),"cpu_ns_per_fix":\(perFix_ns.rounded(toPlaces: 1)),\
    "build_ms":\(build_ms.rounded(toPlaces: 1)),\
    "bytes_per_fence":\((memory_bytes / Double(fenceCount)).rounded()),\
    "transitions":\(run.transitions),"diagnostics":\(run.diagnostics),\
    "second_half":{"fixes":\(track.count - half),"transitions":\(run.transitions - toldBefore),\
    "allocations":\(allocations)}}
    """)

/// Packs the fences of the workload.
func build() -> (LoadedFences, count: Int, milliseconds: Double) {
    let fences = Workload.fences(bytes(of: options.fences)).enumerated().map { number, shape in
        Fence(id: "f\(number)", shape: shape)
    }
    let before_ns = processorTime_ns()
    let loaded = FenceSet.make(fences)
    return (loaded, fences.count, (processorTime_ns() - before_ns) / 1e6)
}
