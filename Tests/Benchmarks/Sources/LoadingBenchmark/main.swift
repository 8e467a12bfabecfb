import FenceFiles
import Geofencing
import Glibc
import Measuring

// Loads a GeoJSON file like the daemon at its first start, writes the compiled file, and maps it
// like the daemon at later starts. Prints one JSON line. With `--mapped` it only maps the compiled
// file of an earlier run, to measure its memory without that of reading.

var words = CommandLine.arguments.dropFirst()
let isMapped = words.first == "--mapped"
if isMapped { words = words.dropFirst() }
guard words.count == 2 else {
    print("usage: LoadingBenchmark [--mapped] FENCES.geojson COMPILED")
    exit(64)
}
let (source, compiled) = (words[words.startIndex], words[words.startIndex + 1])
let key = CompiledFile.Key(source: 0, sourceBytes: 0, maker: 0)

let before = Memory.now()
var fields: [String] = []
let loaded: LoadedFile
let started_ns = processorTime_ns()
if isMapped {
    guard let mapping = Mapping(compiled), let file = mapping.compiledFile else {
        print("cannot map \(compiled)")
        exit(66)
    }
    loaded = file.loaded
    fields.append("\"map_ms\":\(milliseconds(since: started_ns))")
} else {
    let pieces = Pieces(of: source)
    loaded = FenceFile.load { pieces.next() }
    fields.append("\"load_ms\":\(milliseconds(since: started_ns))")
}
let count = loaded.set?.count ?? 0
let after = Memory.now()
fields += [
    "\"fences\":\(count)",
    "\"anonymous_bytes_per_fence\":\(perFence(after.anonymous - before.anonymous))",
    "\"file_bytes_per_fence\":\(perFence(after.file - before.file))",
    "\"set_bytes_per_fence\":\(perFence(loaded.set?.byteCount ?? 0))",
    "\"peak_bytes_per_fence\":\(perFence(after.peak - before.anonymous - before.file))",
]
if !isMapped {
    let beganWriting_ns = processorTime_ns()
    let file = unsafe fopen(compiled, "wb")
    _ = try unsafe CompiledFile.compile(loaded, key: key) { bytes in
        unsafe _ = fwrite(bytes.baseAddress, 1, bytes.count, file)
    }
    unsafe _ = fclose(file)
    fields.append("\"write_ms\":\(milliseconds(since: beganWriting_ns))")
}
print("{\(fields.joined(separator: ","))}")

func milliseconds(since start_ns: Double) -> Double {
    ((processorTime_ns() - start_ns) / 1e6).rounded(toPlaces: 1)
}

func perFence(_ bytes: Int) -> Int { count == 0 ? 0 : bytes / count }
