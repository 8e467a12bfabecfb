/// The first bytes of a compiled file.
struct CompiledHead: BitwiseCopyable {
    private var mark = Self.mark
    private var reportBytes: Int
    private var columnBytes: Int
    private var shapeBytes: Int
    private var source: UInt64
    private var sourceBytes: Int
    private var maker: UInt64
    /// The digest of all behind the head.
    private(set) var contentDigest: UInt64 = 0
    private var reserved = InlineArray<7, UInt64>(repeating: 0)
    /// The digest of the head before it.
    private var headDigest: UInt64 = 0

    /// Bytes of the head: room to grow, and the alignment of what follows.
    static let byteCount = 128
    /// What the marks of all versions begin with.
    static let family = Array("GFENCES".utf8)
    /// "GFENCES" and the version, as this machine's byte order has it.
    private static let mark: UInt64 = 0x3153_4543_4e45_4647

    /// The head of a file with parts of those sizes.
    init(key: CompiledFile.Key, report: Int, columns: Int, shapes: Int) {
        (reportBytes, columnBytes, shapeBytes) = (report, columns, shapes)
        (source, sourceBytes, maker) = (key.source, key.sourceBytes, key.maker)
    }

    /// The head of those bytes, if they are a file of this version and as long as it says.
    init?(of bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.byteCount else { return nil }
        self = unsafe bytes.loadUnaligned(as: CompiledHead.self)
        guard mark == Self.mark, headDigest == ownDigest,
            [reportBytes, columnBytes, shapeBytes].allSatisfy({ 0...bytes.count ~= $0 }),
            shapes.upperBound == bytes.count
        else { return nil }
    }

    var key: CompiledFile.Key {
        CompiledFile.Key(source: source, sourceBytes: sourceBytes, maker: maker)
    }

    var report: Range<Int> { Self.byteCount..<Self.byteCount + reportBytes }
    var columns: Range<Int> {
        let start = Self.aligned(report.upperBound)
        return start..<start + columnBytes
    }
    var shapes: Range<Int> {
        let start = Self.aligned(columns.upperBound)
        return start..<start + shapeBytes
    }

    /// Completes the head.
    mutating func seal(contentDigest: UInt64) {
        self.contentDigest = contentDigest
        headDigest = ownDigest
    }

    private var ownDigest: UInt64 {
        unsafe withUnsafeBytes(of: self) { bytes in
            unsafe ContentDigest.of(
                UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.byteCount - 8)))
        }
    }

    private static func aligned(_ offset: Int) -> Int { (offset + 63) / 64 * 64 }
}
