import Positioning

/// JSON lines of pushed fixes, and the same text as a simulated path.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    if let path = try? SimulatedPath.read(text) {
        precondition(!path.places.isEmpty, "a path without places")
    }
    return unsafe fuzzRecording(start, count, .pushed)
}
