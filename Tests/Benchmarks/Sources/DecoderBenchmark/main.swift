import Glibc
import Measuring
import Positioning

// Decodes a log, NMEA 0183 unless its name says otherwise, or the flood of a day, and prints one
// JSON line.

guard CommandLine.arguments.count == 2 else {
    print("usage: DecoderBenchmark LOG.nmea | LOG.gpsd | LOG.jsonl | --flood")
    exit(64)
}
func number(_ value: Int?) -> String { value.map { "\($0)" } ?? "null" }

if CommandLine.arguments[1] == "--flood" {
    let hours = 24
    let flood = Flood(hours: hours)
    // The first hour brings in what is needed; afterwards nothing may grow.
    let growth = (flood.memory.dropFirst().max() ?? 0) - flood.memory[0]
    print(
        """
        {"hours":\(hours),"sentences":\(flood.sentences),"fixes":\(flood.fixes),\
        "fixes_due":\(hours * Flood.epochsPerHour),\
        "cpu_s":\((flood.spent_ns / 1e9).rounded(toPlaces: 2)),\
        "memory_bytes":\(flood.memory[0]),"memory_grown_bytes":\(growth),\
        "allocations":\(number(flood.allocations))}
        """)
} else {
    let path = CommandLine.arguments[1]
    let log = bytes(of: path)
    let decoding =
        if path.hasSuffix(".gpsd") {
            Decoding(log, by: GPSDDecoder())
        } else if path.hasSuffix(".jsonl") {
            Decoding(log, by: PushedFixDecoder())
        } else {
            Decoding(log, by: NMEADecoder())
        }
    let perSentence_ns = decoding.spent_ns / Double(decoding.sentences)
    let megabytesPerSecond = Double(log.count) * 1000 / decoding.spent_ns
    print(
        """
        {"peer":"geofenced","sentences":\(decoding.sentences),"fixes":\(decoding.fixes),\
        "cpu_ns_per_sentence":\(perSentence_ns.rounded(toPlaces: 1)),\
        "mb_per_s":\(megabytesPerSecond.rounded(toPlaces: 0)),\
        "memory_grown_bytes":\(decoding.grownBytes),\
        "allocations":\(number(decoding.allocations)),\
        "speed_sum":\(decoding.speedSum.rounded(toPlaces: 3))}
        """)
}
