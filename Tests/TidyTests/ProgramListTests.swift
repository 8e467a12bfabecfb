import FoundationEssentials
import TestSupport
import Testing

/// `consumers` of scripts/stage is the list of the programs beside the daemon. Every other list names the same ones.
@Suite struct ProgramListTests {
    private let names: Set<String>

    init() throws {
        let stage = try DataFolder.package.text("scripts/stage")
        let list = try #require(stage.firstMatch(of: #/\nconsumers="([a-z ]+)"/#)?.1)
        names = Set(list.split(separator: " ").map(String.init))
        #expect(names.count >= 3)
    }

    private func found(_ path: String, _ pattern: Regex<(Substring, Substring)>) throws -> Set<
        String
    > {
        Set(try DataFolder.package.text(path).matches(of: pattern).map { String($0.1) })
    }

    @Test func packageAndDoctorNameThem() throws {
        #expect(
            try found("Package.swift", #/\.executable\(name: "geofenced-([a-z]+)"/#) == names)
        #expect(try found("Package.swift", #/program\(\s*"geofenced-([a-z]+)"/#) == names)
        let checks = "Sources/programs/geofencectl/Doctor/DaemonChecks.swift"
        #expect(try found(checks, #/"geofenced-([a-z]+)"/#) == names)
    }

    @Test func eachHasItsFiles() throws {
        let folder = DataFolder.package.path
        func names(in directory: String, _ pattern: Regex<(Substring, Substring)>) throws -> Set<
            String
        > {
            let files = try FileManager.default.contentsOfDirectory(atPath: folder + directory)
            return Set(files.compactMap { $0.wholeMatch(of: pattern).map { String($0.1) } })
        }
        #expect(
            try names(in: "Sources/programs/consumers", #/geofenced-([a-z]+)/#) == self.names)
        #expect(try names(in: "systemd", #/geofenced-([a-z]+)\.sysusers/#) == self.names)
        #expect(try names(in: "etc/man", #/geofenced-([a-z]+)\.8/#) == self.names)
        let packages = try names(in: "etc", #/deb-([a-z]+)/#)
        #expect(packages.subtracting(["consumer", "dbgsym"]) == self.names)
        for name in self.names {
            for file in ["etc/\(name).toml", "systemd/geofenced-\(name).service"] {
                #expect(FileManager.default.fileExists(atPath: folder + file), "\(file)")
            }
        }
    }
}
