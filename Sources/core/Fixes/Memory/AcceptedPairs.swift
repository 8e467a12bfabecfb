/// The times and places of the fixes that were accepted before. Searched only for a fix that is out
/// of order.
struct AcceptedPairs: Sendable {
    /// More than an hour of fixes at 1 Hz; 32 KiB.
    static let capacity = 4096

    private var hashes: [UInt64] = []
    private var oldest = 0

    /// Adds an accepted fix that has a time.
    @inline(__always)
    mutating func add(_ update: LocationUpdate) {
        guard update.time_ns != .min else { return }
        let hash = Self.hash(update)
        if hashes.count < Self.capacity { return hashes.append(hash) }
        hashes[oldest] = hash
        oldest = oldest &+ 1 == Self.capacity ? 0 : oldest &+ 1
    }

    /// Whether a fix of that time and place was accepted.
    func contains(_ update: LocationUpdate) -> Bool {
        hashes.contains(Self.hash(update))
    }

    /// Returns a hash of time and place. Two fixes with the same hash count as the same fix.
    @inline(__always)
    private static func hash(_ update: LocationUpdate) -> UInt64 {
        let odd: UInt64 = 0x9E37_79B9_7F4A_7C15
        var hash = UInt64(bitPattern: update.time_ns) &* odd
        hash = (hash ^ (hash >> 29) ^ update.place.x.bitPattern) &* odd
        hash = (hash ^ (hash >> 32) ^ update.place.y.bitPattern) &* odd
        return hash ^ (hash >> 31)
    }
}
