import Chronology
import FenceFiles
import SystemServices

/// The paths of the compiled form of a fence file and of its seal. The seal records the state of both files
/// when they were last compared and found equal.
struct CompiledPlace {
    /// The path of the fence file.
    let source: String
    private let directory: String
    private let name: String

    /// Creates the paths for a fence file, in a directory of compiled files.
    init(of source: String, in directory: String) {
        self.source = source
        self.directory = directory
        let file = source.split(separator: "/").last.map(String.init) ?? "fences"
        let digest = unsafe Array(source.utf8).withUnsafeBytes { unsafe ContentDigest.of($0) }
        name = "\(file)-\(String(digest, radix: 16))"
    }

    /// The path of the compiled file.
    var file: String { "\(directory)/\(name).compiled" }
    /// The names of the compiled file and the seal, without the directory.
    var names: [String] { Self.suffixes.map { name + $0 } }

    private static let suffixes = [".compiled", ".seal"]

    /// Whether a file of that name is a compiled file, a seal, or an incomplete one.
    static func isOwn(_ name: String) -> Bool {
        suffixes.contains { name.hasSuffix($0) || name.hasSuffix($0 + NewFile.draftSuffix) }
    }

    private var sealPath: String { "\(directory)/\(name).seal" }

    /// Identifies this build of the program, because another build may read the same file differently.
    static let maker: UInt64 = {
        let program = (try? FileIdentity("/proc/self/exe"))?.attributes ?? []
        // The inode and the time of the last status change do not depend on the content.
        let text = "\(Version.text) \(program.dropFirst().dropLast())"
        return unsafe Array(text.utf8).withUnsafeBytes { unsafe ContentDigest.of($0) }
    }()

    /// The maximum size of a seal in bytes.
    private static let sealMaximum = 4096
    /// Nanoseconds within which some file systems record the same time for two changes.
    private static let coarseTime_ns: Int64 = 2_000_000_000

    /// Whether both files are in the state in which they were found equal.
    func isSealed(source: FileIdentity, compiled: FileIdentity) -> Bool {
        TextFile.read(sealPath, limit: Self.sealMaximum) == Self.text(source, compiled)
    }

    /// Records that the files are equal. Does nothing when the source was changed in the last two seconds,
    /// because another change could have the same time.
    func seal(source: FileIdentity, compiled: FileIdentity) {
        let age_ns = WallClock.now().nanoseconds - source.changedAt_ns
        guard age_ns > Self.coarseTime_ns else { return }
        // Without a seal the next start compares all bytes; that only costs time.
        try? NewFile.write(sealPath, Array(Self.text(source, compiled).utf8))
    }

    /// Creates the directory unless it exists.
    func makeDirectory() throws { try Directory.make(directory, mode: 0o700) }

    private static func text(_ source: FileIdentity, _ compiled: FileIdentity) -> String {
        "maker \(maker)\nsource \(source.attributes)\ncompiled \(compiled.attributes)\n"
    }
}
