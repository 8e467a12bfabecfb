internal import Composition
internal import ConfigurationText
internal import FenceFiles
internal import Fixes
internal import Glibc
internal import Settings

/// Reads a configuration with all files that it names.
enum NamedConfiguration {
    /// The configuration file of the packaged daemon.
    static let usualPath = "/etc/geofenced/geofenced.toml"

    /// Loads the configuration of a file. Throws `badConfiguration` with every problem.
    static func load(_ path: String, overrides: [String] = []) throws -> Composition {
        let text = try text(path)
        switch Composition.load(text, path: path, overrides: overrides, readFile: Self.bytes) {
        case .success(let composition): return composition
        case .failure(let invalid):
            var failure = CommandFailure(
                .badConfiguration, "\(path) \(Examination.Verdict.invalid.text).")
            failure.problems = invalid.problems.map(\.description)
            throw failure
        }
    }

    /// Returns all problems of a configuration file and of the files that it names.
    static func examine(_ path: String) throws -> Examination {
        Examination(
            Configuration.parse(try text(path), path: path), path: path, lack: Group.lack,
            exists: { unsafe access($0, F_OK) == 0 || errno != ENOENT }, readFile: Self.bytes
        ) { file throws(UnreadableFile) in
            FenceFile.load(try bytes(file, FenceFile.maximumBytes))
        }
    }

    private static func text(_ path: String) throws -> String {
        let bytes = try FileText.read(path, limit: Configuration.maximumBytes)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(
                .badConfiguration, "\(path) is not UTF-8 text.", hint: "Save it as UTF-8.")
        }
        return text
    }

    /// Returns the bytes of a file that a configuration names. Throws why it is unreadable.
    static func bytes(
        _ path: String, _ limit: Int
    ) throws(UnreadableFile) -> [UInt8] {
        do {
            return try FileText.read(path, limit: limit, .ordinaryFile)
        } catch {
            guard let failure = error as? CommandFailure else {
                preconditionFailure("reading a file throws nothing else, but threw \(error)")
            }
            throw UnreadableFile(reason: FileText.reason(of: failure, for: path))
        }
    }
}

extension Configuration {
    /// Returns the origin of the fixes of a source: itself, or the parent of a derived one.
    func origin(of source: String) -> String {
        sources.first { $0.name == source }?.feed.parent ?? source
    }
}

extension Composition {
    /// The state directory of the packaged daemon.
    static let usualStateDirectory = "/var/lib/geofenced"

    /// The state directory of a daemon with this configuration.
    var stateDirectory: String {
        configuration.daemon.stateDirectory ?? Self.usualStateDirectory
    }
}
