import TestSupport
import Testing

/// A file of `Tests/Data/FenceFiles` with the golden text of its problems.
struct FenceFileCase: CustomTestStringConvertible {
    /// The file's name.
    let name: String
    let bytes: [UInt8]

    /// The folder of the file.
    let folder: DataFolder

    /// The files to read.
    static func all() throws -> [FenceFileCase] { try cases(in: .of("FenceFiles")) }

    /// The files to check.
    static func checks() throws -> [FenceFileCase] { try cases(in: .of("FenceFiles/check")) }

    private static func cases(in folder: DataFolder) throws -> [FenceFileCase] {
        try folder.names(endingIn: ".geojson").map {
            FenceFileCase(name: $0, bytes: try folder.bytes($0), folder: folder)
        }
    }

    var testDescription: String { name }

    /// The expected text; `UPDATE_GOLDEN=1` replaces it by the actual one.
    func golden(updatedTo actual: String) throws -> String {
        try folder.golden(name + ".expected", updatedTo: actual)
    }
}
