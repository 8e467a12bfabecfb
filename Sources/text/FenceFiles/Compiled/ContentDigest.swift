/// A digest of file content: XXH64 with seed 0, according to its specification (Yann Collet,
/// "xxHash fast digest algorithm", 2014-2023).
///
/// Detects damage and changes, not malice: a user with write access is trusted.
public struct ContentDigest: Sendable {
    private var lanes = SIMD4<UInt64>(
        prime1 &+ prime2, prime2, 0, 0 &- prime1)
    private var pending: [UInt8] = []
    /// The number of bytes added so far.
    public private(set) var byteCount = 0

    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
    /// The number of bytes that the four lanes consume at once.
    private static let stripe = 32

    /// Creates an empty digest.
    public init() {}

    /// Adds the next bytes of the content.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        byteCount += bytes.count
        var rest = unsafe bytes[...]
        if !pending.isEmpty {
            let missing = min(Self.stripe - pending.count, bytes.count)
            unsafe pending.append(contentsOf: bytes.prefix(missing))
            unsafe rest = unsafe bytes.dropFirst(missing)
            guard pending.count == Self.stripe else { return }
            unsafe pending.withUnsafeBytes { unsafe takeStripes($0) }
            pending.removeAll(keepingCapacity: true)
        }
        let whole = unsafe rest.count / Self.stripe * Self.stripe
        unsafe takeStripes(UnsafeRawBufferPointer(rebasing: rest.prefix(whole)))
        unsafe pending.append(contentsOf: rest.dropFirst(whole))
    }

    /// The digest of all added bytes.
    public var value: UInt64 {
        var hash: UInt64
        if byteCount >= Self.stripe {
            hash =
                Self.rotated(lanes[0], 1) &+ Self.rotated(lanes[1], 7)
                &+ Self.rotated(lanes[2], 12) &+ Self.rotated(lanes[3], 18)
            for lane in 0..<4 {
                hash ^= Self.rotated(lanes[lane] &* Self.prime2, 31) &* Self.prime1
                hash = hash &* Self.prime1 &+ Self.prime4
            }
        } else {
            hash = Self.prime5
        }
        hash &+= UInt64(byteCount)
        var index = 0
        while index + 8 <= pending.count {
            let word = Self.word(pending, index, 8)
            hash ^= Self.rotated(word &* Self.prime2, 31) &* Self.prime1
            hash = Self.rotated(hash, 27) &* Self.prime1 &+ Self.prime4
            index += 8
        }
        if index + 4 <= pending.count {
            hash ^= Self.word(pending, index, 4) &* Self.prime1
            hash = Self.rotated(hash, 23) &* Self.prime2 &+ Self.prime3
            index += 4
        }
        for byte in pending[index...] {
            hash ^= UInt64(byte) &* Self.prime5
            hash = Self.rotated(hash, 11) &* Self.prime1
        }
        hash = (hash ^ (hash >> 33)) &* Self.prime2
        hash = (hash ^ (hash >> 29)) &* Self.prime3
        return hash ^ (hash >> 32)
    }

    /// Returns the digest of bytes in memory.
    public static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var digest = ContentDigest()
        unsafe digest.update(bytes)
        return digest.value
    }

    private mutating func takeStripes(_ bytes: UnsafeRawBufferPointer) {
        var (a, b, c, d) = (lanes[0], lanes[1], lanes[2], lanes[3])
        for start in stride(from: 0, to: bytes.count, by: Self.stripe) {
            a = unsafe Self.round(a, bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            b = unsafe Self.round(
                b, bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self))
            c = unsafe Self.round(
                c, bytes.loadUnaligned(fromByteOffset: start + 16, as: UInt64.self))
            d = unsafe Self.round(
                d, bytes.loadUnaligned(fromByteOffset: start + 24, as: UInt64.self))
        }
        lanes = SIMD4(a, b, c, d)
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        rotated(lane &+ UInt64(littleEndian: word) &* prime2, 31) &* prime1
    }

    @inline(__always)
    private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
        word << bits | word >> (64 - bits)
    }

    private static func word(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
    }
}
