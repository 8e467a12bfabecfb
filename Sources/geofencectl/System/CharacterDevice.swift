internal import Glibc
internal import SystemServices

/// A character device, independent of its paths: a container may have another path for a receiver,
/// and has other terminals under the same paths.
struct CharacterDevice: Hashable {
    let major: UInt64
    let minor: UInt64
    /// The file system that numbers it; 0 for hardware, which is the same device for every node.
    private let instance: dev_t

    /// The major numbers of pseudo-terminals, which every mount of `devpts` counts from 0.
    private static let pseudoTerminals: ClosedRange<UInt64> = 136...143

    /// The device at a path; nil when there is none.
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
