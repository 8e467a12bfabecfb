import FoundationEssentials
import Testing

/// A file of `Tests/Data/FenceFiles`, and beside it what must be said about it.
struct FenceFileCase: CustomTestStringConvertible {
    /// The file's name.
    let name: String
    let bytes: [UInt8]

    /// The folder it lies in.
    let folder: String

    private static let root = String(
        #filePath.split(separator: "/").dropLast(2).reduce(into: "") { $0 += "/" + $1 }
            + "/Data/FenceFiles/")

    /// Files to be read.
    static func all() throws -> [FenceFileCase] { try cases(in: root) }

    /// Files to be checked.
    static func checks() throws -> [FenceFileCase] { try cases(in: root + "check/") }

    private static func cases(in folder: String) throws -> [FenceFileCase] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".geojson") }.sorted()
            .map { name in
                let data = try Data(contentsOf: URL(fileURLWithPath: folder + name))
                return FenceFileCase(name: name, bytes: [UInt8](data), folder: folder)
            }
    }

    var testDescription: String { name }

    /// What must be said; `UPDATE_GOLDEN=1` writes down what is said instead.
    func golden(updatedTo said: String) throws -> String {
        let path = folder + name + ".expected"
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
            try said.write(toFile: path, atomically: true, encoding: .utf8)
        }
        return try String(contentsOfFile: path, encoding: .utf8)
    }
}
