import FenceFiles

/// Sets valid digests in the bytes of a compiled file: first of the content, then of the head.
func seal(_ bytes: inout [UInt8]) {
    func put(_ digest: UInt64, at place: Int) {
        for index in 0..<8 {
            bytes[place + index] = UInt8(truncatingIfNeeded: digest >> (8 * UInt64(index)))
        }
    }
    put(unsafe bytes[128...].withUnsafeBytes { unsafe ContentDigest.of($0) }, at: 56)
    put(unsafe bytes[..<120].withUnsafeBytes { unsafe ContentDigest.of($0) }, at: 120)
}
