import Geodesy
import Measuring
import Workloads

// usage: GeometryBenchmark FENCES.bin TRACK.bin
// Asks for the side of the first fence, and for the signed distance to it, at every place of the
// track, and prints one JSON line.

guard CommandLine.arguments.count == 3 else {
    fatalError("usage: GeometryBenchmark FENCES.bin TRACK.bin")
}
let shape = Workload.fences(bytes(of: CommandLine.arguments[1]))[0]
let track = Workload.track(bytes(of: CommandLine.arguments[2]), limit: .max)

let beforeBuild_ns = processorTime_ns()
let store = try stored(shape)
let build_ms = (processorTime_ns() - beforeBuild_ns) / 1e6

var changes = 0
var before = Side.outside
let beforeSides_ns = processorTime_ns()
for place in track {
    let side = store.side(of: place, shape: 0)
    if side != before { changes += 1 }
    before = side
}
let side_ns = (processorTime_ns() - beforeSides_ns) / Double(track.count)

var sum = 0.0
let beforeDistances_ns = processorTime_ns()
for place in track { sum += store.signedDistance(to: place, shape: 0) }
let distance_ns = (processorTime_ns() - beforeDistances_ns) / Double(track.count)
precondition(sum.isFinite)
print(
    """
    {"peer":"geodesy","fixes":\(track.count),"cpu_ns_per_fix":\(side_ns.rounded(toPlaces: 1)),\
    "distance_ns":\(distance_ns.rounded(toPlaces: 1)),"build_ms":\(build_ms.rounded(toPlaces: 1)),\
    "bytes_per_fence":\(store.byteCount),"transitions":\(changes)}
    """)

func stored(_ shape: Shape) throws(ShapeProblem) -> ShapeStore {
    var builder = ShapeStore.Builder()
    _ = try builder.append(shape)
    return builder.finish()
}
