import FoundationEssentials
import TestSupport
import Testing

/// The READMEs name files that exist.
struct ReadmeTests {
    /// The paths are those of files and folders, or of a source file without its folder.
    @Test func pathsExist() throws {
        let path = #/`((?:Sources|Tests|etc|scripts)/[\w.+/-]+|[\w+]+\.swift)`/#
        let sources = try SourceTree.swiftFiles(below: "Sources").map(\.path)
        var count = 0
        let lines = try ["README.md", "Sources/README.md"].flatMap(SourceTree.lines)
        for line in lines {
            for match in line.matches(of: path) {
                let name = String(match.output.1)
                let isThere =
                    FileManager.default.fileExists(atPath: DataFolder.package.path + name)
                    || sources.contains { $0.hasSuffix("/" + name) }
                #expect(isThere, "a README names \(name)")
                count += 1
            }
        }
        #expect(count > 30)
    }
}
