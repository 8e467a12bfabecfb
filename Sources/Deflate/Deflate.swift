import CZlib

/// Raw deflate streams (RFC 1951) of whole byte arrays, without header and checksum.
public struct Deflate: Sendable {
    private static let streamBytes = unsafe Int32(MemoryLayout<z_stream>.size)

    /// How far a stream looks back, as a power of two.
    private let windowBits: Int32
    private let memoryLevel: Int32
    /// What every stream may refer to as if it stood before it.
    private let dictionary: [UInt8]

    /// Streams of that form; what unpacks needs the same window and dictionary.
    ///
    /// - Parameters:
    ///   - windowBits: the power of two of the bytes that a stream looks back, 9 to 15.
    ///   - memoryLevel: how much memory packing takes, 1 to 9.
    ///   - dictionary: bytes that a stream may refer to as if they stood before it.
    public init(windowBits: Int32, memoryLevel: Int32, dictionary: [UInt8] = []) {
        // A negative number asks zlib for a raw stream.
        self.windowBits = -windowBits
        self.memoryLevel = memoryLevel
        self.dictionary = dictionary
    }

    /// The bytes packed; nil when there is no memory for that.
    public func packed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = unsafe z_stream()
        let begun = unsafe deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY,
            ZLIB_VERSION, Self.streamBytes)
        guard begun == Z_OK else { return nil }
        defer { unsafe deflateEnd(&stream) }
        if !dictionary.isEmpty {
            _ = unsafe deflateSetDictionary(&stream, dictionary, UInt32(dictionary.count))
        }
        let capacity = Int(unsafe deflateBound(&stream, UInt(bytes.count)))
        return unsafe Self.run(&stream, bytes, capacity: capacity) {
            unsafe deflate($0, Z_FINISH)
        }
    }

    /// The bytes again; nil when they are damaged, or not `count` bytes.
    public func unpacked(_ packed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
        var stream = unsafe z_stream()
        guard unsafe inflateInit2_(&stream, windowBits, ZLIB_VERSION, Self.streamBytes) == Z_OK
        else { return nil }
        defer { unsafe inflateEnd(&stream) }
        if !dictionary.isEmpty {
            _ = unsafe inflateSetDictionary(&stream, dictionary, UInt32(dictionary.count))
        }
        let bytes = unsafe Self.run(&stream, Array(packed), capacity: count) {
            unsafe inflate($0, Z_FINISH)
        }
        return bytes?.count == count ? bytes : nil
    }

    /// The CRC-32 of the bytes, as zlib and PNG have it.
    public static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            UInt32(
                truncatingIfNeeded: unsafe crc32(0, bytes.baseAddress, UInt32(bytes.count)))
        }
    }

    /// Takes all of `input` through the stream; nil when it does not end within `capacity` bytes.
    private static func run(
        _ stream: inout z_stream, _ input: [UInt8], capacity: Int,
        _ step: (UnsafeMutablePointer<z_stream>) -> Int32
    ) -> [UInt8]? {
        var input = input
        var hasEnded = false
        let output = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, written in
            unsafe input.withUnsafeMutableBufferPointer { input in
                unsafe stream.next_in = input.baseAddress
                unsafe stream.avail_in = UInt32(input.count)
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = UInt32(capacity)
                hasEnded = unsafe step(&stream) == Z_STREAM_END
                written = unsafe capacity - Int(stream.avail_out)
            }
        }
        return hasEnded ? output : nil
    }
}
