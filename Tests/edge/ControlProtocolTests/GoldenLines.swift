import TestSupport

/// The lines of a file in `Tests/Data/ControlProtocol`.
func goldenLines(_ file: String) throws -> [[UInt8]] {
    try DataFolder.of("ControlProtocol").lines(file)
}

func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
}
