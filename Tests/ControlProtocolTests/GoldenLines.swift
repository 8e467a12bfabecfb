import FoundationEssentials

/// The lines of a file under `Tests/Data/ControlProtocol`.
func goldenLines(_ file: String) throws -> [[UInt8]] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(contentsOf: tests.appending(path: "Data/ControlProtocol/\(file)"))
    return Array(data).split(separator: UInt8(ascii: "\n")).map { Array($0) }
}

func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
}
