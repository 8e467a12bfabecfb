import Chronology
import Deflate

/// The header of a block: the origin of its entries, and checksums. It has 76 bytes.
///
/// All numbers are little-endian. Bytes 0 to 3 are `GFRB`, byte 4 is the version and byte 5 zero;
/// bytes 6 and 7 are the length of the header. The properties follow in order, and the last four
/// bytes are the CRC-32 of the bytes before them.
struct BlockHeader: Hashable {
    static let magic = Array("GFRB".utf8)
    static let version: UInt8 = 2
    static let byteCount = 76

    /// The version of the entries: 1 or 2.
    var version = Self.version
    /// The size of the packed entries in the file, in bytes.
    var packedCount: Int
    /// The size of the unpacked entries in bytes.
    var unpackedCount: Int
    /// The CRC-32 of the packed entries.
    var checksum: UInt32
    /// The number of entries.
    var count: Int
    /// The number of the first entry.
    var firstNumber: Int64
    /// The boot of the machine; nil when unknown.
    var boot: BootID?
    /// Nanoseconds of UTC since 1970 minus those of the boot clock, by the system clock when the
    /// block was written.
    var wallOffset_ns: Int64
    /// The earliest time of the entries.
    var earliest: UTCInstant
    /// The latest time of the entries.
    var latest: UTCInstant

    /// The maximum size of a block that is read, in bytes. A writer makes blocks of about 100 KiB.
    private static let mostBytes = 16 << 20

    /// The header as it is written to the file.
    var bytes: [UInt8] {
        var bytes = Self.magic + [version, 0, UInt8(Self.byteCount), 0]
        func put(_ number: some FixedWidthInteger) {
            unsafe withUnsafeBytes(of: number.littleEndian) { bytes += unsafe Array($0) }
        }
        put(UInt32(packedCount))
        put(UInt32(unpackedCount))
        put(checksum)
        put(UInt32(count))
        put(firstNumber)
        put(boot?.number ?? 0)
        put(wallOffset_ns)
        put(earliest.nanoseconds)
        put(latest.nanoseconds)
        put(Deflate.checksum(of: bytes[...]))
        return bytes
    }

    /// Creates the header of a block.
    init(
        packed: [UInt8], unpackedCount: Int, _ block: RecordingBlock
    ) {
        packedCount = packed.count
        self.unpackedCount = unpackedCount
        checksum = Deflate.checksum(of: packed[...])
        count = block.inputs.count
        firstNumber = block.firstNumber
        boot = block.boot
        wallOffset_ns = block.wallOffset_ns
        let times = block.entries.map(\.time)
        earliest = times.min() ?? UTCInstant(nanoseconds: 0)
        latest = times.max() ?? UTCInstant(nanoseconds: 0)
    }

    /// Reads the header at the start of the bytes; nil for another version or a damaged header.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= Self.byteCount, bytes.starts(with: Self.magic) else { return nil }
        let start = bytes.startIndex
        var next = start + Self.magic.count
        func take<Number: FixedWidthInteger>(_: Number.Type) -> Number {
            defer { next += MemoryLayout<Number>.size }
            return (0..<MemoryLayout<Number>.size).reduce(0) {
                $0 | Number(truncatingIfNeeded: bytes[next + $1]) << (8 * $1)
            }
        }
        version = take(UInt8.self)
        guard 1...Self.version ~= version, take(UInt8.self) == 0,
            take(UInt16.self) == Self.byteCount
        else { return nil }
        packedCount = Int(take(UInt32.self))
        unpackedCount = Int(take(UInt32.self))
        checksum = take(UInt32.self)
        count = Int(take(UInt32.self))
        firstNumber = take(Int64.self)
        let boot = take(UInt128.self)
        self.boot = boot == 0 ? nil : BootID(number: boot)
        wallOffset_ns = take(Int64.self)
        earliest = UTCInstant(nanoseconds: take(Int64.self))
        latest = UTCInstant(nanoseconds: take(Int64.self))
        let end = next
        guard take(UInt32.self) == Deflate.checksum(of: bytes[start..<end]), firstNumber >= 0,
            unpackedCount <= Self.mostBytes, packedCount <= Self.mostBytes, count > 0,
            firstNumber < Int64.max - Int64(count)
        else { return nil }
    }
}
