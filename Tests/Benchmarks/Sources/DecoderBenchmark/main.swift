import Glibc
import Measuring

// Decodes a log of a receiver and prints one JSON line.

guard CommandLine.arguments.count == 2 else {
    print("usage: DecoderBenchmark LOG.nmea")
    exit(64)
}
let log = bytes(of: CommandLine.arguments[1])
let decoding = Decoding(log)
let perSentence_ns = decoding.spent_ns / Double(decoding.sentences)
let megabytesPerSecond = Double(log.count) * 1000 / decoding.spent_ns
print(
    """
    {"peer":"geofenced","sentences":\(decoding.sentences),"fixes":\(decoding.fixes),\
    "cpu_ns_per_sentence":\(perSentence_ns.rounded(toPlaces: 1)),\
    "mb_per_s":\(megabytesPerSecond.rounded(toPlaces: 0)),\
    "memory_grown_bytes":\(decoding.grownBytes),\
    "speed_sum":\(decoding.speedSum.rounded(toPlaces: 3))}
    """)
