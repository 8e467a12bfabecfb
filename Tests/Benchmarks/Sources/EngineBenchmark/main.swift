import Geodesy
import Geofencing
import Measuring
import Workloads

// Judges every fix of a track against all fences, as the daemon would, and prints one JSON line.

let options = Options(CommandLine.arguments)
let track = Workload.track(bytes(of: options.track), limit: options.fixes)
let memoryBefore = Memory.now()
var fences = Workload.fences(bytes(of: options.fences)).enumerated().map { number, shape in
    Fence(id: "f\(number)", shape: shape)
}
let fenceCount = fences.count
let beforeBuild_ns = processorTime_ns()
let loaded = FenceSet.make(fences)
let build_ms = (processorTime_ns() - beforeBuild_ns) / 1e6
// The drawn fences stay with the set alone, so that its memory is all that is counted.
fences = []

var run = Run(loaded: loaded, monitors: options.monitors, jumps: options.jumps)
let began_ns = processorTime_ns()
run.judge(track)
let perFix_ns = (processorTime_ns() - began_ns) / Double(track.count)
let memory_bytes = Double(Memory.now().anonymous - memoryBefore.anonymous)
print(
    """
    {"peer":"geofenced","fences":\(fenceCount),"monitors":\(options.monitors),\
    "fixes":\(track.count),"cpu_ns_per_fix":\(perFix_ns.rounded(toPlaces: 1)),\
    "build_ms":\(build_ms.rounded(toPlaces: 1)),\
    "bytes_per_fence":\((memory_bytes / Double(fenceCount)).rounded()),\
    "transitions":\(run.transitions),"diagnostics":\(run.diagnostics)}
    """)
