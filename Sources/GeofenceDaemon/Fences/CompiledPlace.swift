import Chronology
import FenceFiles
import SystemServices

/// The place of the compiled form of a fence file and of its seal: a record of the state of both files
/// when they were last compared and found equal.
struct CompiledPlace {
    /// The fence file.
    let source: String
    private let directory: String
    private let name: String

    /// The place for the fences of a file in a directory of compiled files.
    init(of source: String, in directory: String) {
        self.source = source
        self.directory = directory
        let file = source.split(separator: "/").last.map(String.init) ?? "fences"
        let digest = unsafe Array(source.utf8).withUnsafeBytes { unsafe ContentDigest.of($0) }
        name = "\(file)-\(String(digest, radix: 16))"
    }

    /// The compiled file.
    var file: String { "\(directory)/\(name).compiled" }
    /// The names of its files.
    var names: [String] { Self.suffixes.map { name + $0 } }

    private static let suffixes = [".compiled", ".seal"]

    /// Whether a file of that name is one of ours, or was left half written.
    static func isOwn(_ name: String) -> Bool {
        suffixes.contains { name.hasSuffix($0) || name.hasSuffix($0 + NewFile.draftSuffix) }
    }

    private var sealPath: String { "\(directory)/\(name).seal" }

    /// Identifies this build of the program: another build may read the same file otherwise.
    static let maker: UInt64 = {
        let program = (try? FileIdentity("/proc/self/exe"))?.attributes ?? []
        // The inode and the time of the last move do not depend on the content.
        let text = "\(Version.text) \(program.dropFirst().dropLast())"
        return unsafe Array(text.utf8).withUnsafeBytes { unsafe ContentDigest.of($0) }
    }()

    /// Bytes of a seal.
    private static let sealMaximum = 4096
    /// Nanoseconds within which some file systems give two changes the same time.
    private static let coarseTime_ns: Int64 = 2_000_000_000

    /// Whether both files are in the state in which they were found equal.
    func isSealed(source: FileIdentity, compiled: FileIdentity) -> Bool {
        TextFile.read(sealPath, limit: Self.sealMaximum) == Self.text(source, compiled)
    }

    /// Records that the files are equal. A source that was changed just now is not recorded: another change
    /// could have the same time.
    func seal(source: FileIdentity, compiled: FileIdentity) {
        let age_ns = WallClock.now().nanoseconds - source.changedAt_ns
        guard age_ns > Self.coarseTime_ns else { return }
        // Without a seal the next start compares all bytes: nothing is lost but time.
        try? NewFile.write(sealPath, Array(Self.text(source, compiled).utf8))
    }

    /// Makes the directory.
    func makeDirectory() throws { try Directory.make(directory, mode: 0o700) }

    private static func text(_ source: FileIdentity, _ compiled: FileIdentity) -> String {
        "maker \(maker)\nsource \(source.attributes)\ncompiled \(compiled.attributes)\n"
    }
}
