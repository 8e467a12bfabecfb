internal import Composition
internal import FenceFiles
internal import Settings

/// Reads a configuration with everything it refers to.
enum ConfigurationFile {
    /// Where the packaged daemon has it.
    static let usualPath = "/etc/geofenced/geofenced.toml"

    /// The configuration of a file. Throws `badConfiguration` with every problem.
    static func load(_ path: String, overrides: [String] = []) throws -> Composition {
        let bytes = try FileText.read(path, limit: longest_bytes)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(
                .badConfiguration, "\(path) is not UTF-8 text.", hint: "Save it as UTF-8.")
        }
        switch Composition.load(text, path: path, overrides: overrides, readFile: fences) {
        case .success(let composition): return composition
        case .failure(let invalid):
            var failure = CommandFailure(.badConfiguration, "\(path) is not a valid configuration.")
            failure.problems = invalid.problems.map(\.description)
            throw failure
        }
    }

    private static func fences(_ path: String) throws(UnreadableFile) -> [UInt8] {
        do {
            return try FileText.read(path, limit: FenceFile.maximumBytes)
        } catch {
            guard let failure = error as? CommandFailure else {
                preconditionFailure("reading a file throws nothing else, but threw \(error)")
            }
            throw UnreadableFile(reason: FileText.reason(of: failure, for: path))
        }
    }

    /// A configuration is written by hand; one this large is another file.
    private static let longest_bytes = 4 * 1_048_576
}
