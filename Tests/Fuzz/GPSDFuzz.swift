import Positioning

/// Recordings: gpsd's JSON lines.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    unsafe fuzzRecording(start, count, .gpsd)
}
