import FoundationEssentials
import Glibc
import Measuring

// Reads the polygons of a GeoJSON file with Foundation's JSONDecoder, into nothing but arrays: what
// the reader of fence files is measured by. Prints one JSON line.

struct Collection: Decodable { var features: [Feature] }

struct Feature: Decodable {
    var id: String
    var geometry: Geometry
}

struct Geometry: Decodable { var coordinates: [[[Double]]] }

guard CommandLine.arguments.count == 2 else {
    print("usage: FoundationPeer FENCES.geojson")
    exit(64)
}
let started_ns = processorTime_ns()
let text = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
let collection = try JSONDecoder().decode(Collection.self, from: text)
let load_ms = ((processorTime_ns() - started_ns) / 1e6).rounded(toPlaces: 1)
print("{\"load_ms\":\(load_ms),\"fences\":\(collection.features.count)}")
