import Positioning

/// Recordings: JSON documents, read as an array of fixes and as GeoJSON of points.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    _ = unsafe fuzzRecording(start, count, .array)
    return unsafe fuzzRecording(start, count, .geojson)
}
