/// The compression formats of files, recognized by their first bytes.
enum Packing: String, CaseIterable {
    case gzip, bzip2, xz, zstd, zip

    /// Returns the compression of a file with this start; nil for none.
    static func detect(_ head: [UInt8]) -> Packing? {
        allCases.first { head.starts(with: $0.signature) }
    }

    /// The command that writes the decompressed file to standard output.
    var remedy: String {
        switch self {
        case .gzip: "gzip -dc"
        case .bzip2: "bzip2 -dc"
        case .xz: "xz -dc"
        case .zstd: "zstd -dc"
        case .zip: "unzip -p"
        }
    }

    /// The first bytes of every such file (RFC 1952, 2.3; the specifications of the formats).
    private var signature: [UInt8] {
        switch self {
        case .gzip: [0x1F, 0x8B, 0x08]
        case .bzip2: Array("BZh".utf8)
        case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
        case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
        case .zip: [0x50, 0x4B, 0x03, 0x04]
        }
    }
}
