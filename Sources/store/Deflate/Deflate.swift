import CZlib

/// Packs and unpacks byte arrays as raw deflate streams (RFC 1951), without header and checksum.
public struct Deflate: Sendable {
    private static let streamBytes = unsafe Int32(MemoryLayout<z_stream>.size)

    /// The exponent of the window size in bytes, negated as zlib requires for raw streams.
    private let windowBits: Int32
    private let memoryLevel: Int32
    /// Bytes that every stream may refer to as if they preceded its data.
    private let dictionary: [UInt8]

    /// Creates a packer. The unpacker of a stream needs the same window and dictionary.
    ///
    /// - Parameters:
    ///   - windowBits: the window size is 2 to the power of this in bytes, 9 to 15.
    ///   - memoryLevel: the memory that packing uses, 1 (least) to 9.
    ///   - dictionary: bytes that a stream may refer to as if they preceded its data.
    public init(windowBits: Int32, memoryLevel: Int32, dictionary: [UInt8] = []) {
        // A negative number asks zlib for a raw stream.
        self.windowBits = -windowBits
        self.memoryLevel = memoryLevel
        self.dictionary = dictionary
    }

    /// Returns the bytes in packed form; nil when zlib cannot allocate memory.
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

    /// Returns the unpacked bytes; nil when the stream is damaged or is not `count` bytes long.
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

    /// Returns the CRC-32 of the bytes, with the polynomial of zlib and PNG.
    public static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            UInt32(
                truncatingIfNeeded: unsafe crc32(0, bytes.baseAddress, UInt32(bytes.count)))
        }
    }

    /// Passes `input` through the stream; nil when the stream does not end within `capacity` bytes.
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
