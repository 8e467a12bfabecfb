internal import Glibc
internal import SystemServices

/// A character device, independent of its paths: in a container a receiver may have another path,
/// and the same path may lead to another terminal.
struct CharacterDevice: Hashable {
    let major: UInt64
    let minor: UInt64
    /// The file system of a pseudo-terminal; 0 for hardware, whose number is unique.
    private let instance: dev_t

    /// The major numbers of pseudo-terminals. Each mount of `devpts` numbers them from 0.
    private static let pseudoTerminals: ClosedRange<UInt64> = 136...143

    /// Reads the device at a path; nil when there is none.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else {
            return nil
        }
        let number = DeviceNumber(status.st_rdev)
        (major, minor) = (number.major, number.minor)
        instance = Self.pseudoTerminals.contains(major) ? status.st_dev : 0
    }
}
