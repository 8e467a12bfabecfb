/// The checksum of SQLite's write-ahead log
/// (https://www.sqlite.org/fileformat2.html#checksum_algorithm).
struct LogChecksum: Equatable {
    private var first: UInt32
    private var second: UInt32

    /// The checksum of no bytes.
    static let zero = LogChecksum(first: 0, second: 0)

    private init(first: UInt32, second: UInt32) {
        self.first = first
        self.second = second
    }

    /// Reads a checksum from eight bytes, big-endian.
    init(_ bytes: ArraySlice<UInt8>) {
        first = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        second = bytes.dropFirst(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The checksum extended by further bytes, a multiple of eight.
    func adding(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> LogChecksum {
        var sum = self
        unsafe bytes.withUnsafeBytes { bytes in
            for place in stride(from: 0, to: bytes.count, by: 8) {
                var words = (
                    unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self),
                    unsafe bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
                )
                if isBigEndian {
                    words = (UInt32(bigEndian: words.0), UInt32(bigEndian: words.1))
                } else {
                    words = (UInt32(littleEndian: words.0), UInt32(littleEndian: words.1))
                }
                sum.first &+= words.0 &+ sum.second
                sum.second &+= words.1 &+ sum.first
            }
        }
        return sum
    }
}
