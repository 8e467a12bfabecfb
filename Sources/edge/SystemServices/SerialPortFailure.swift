import Glibc

/// Why a receiver's port could not be opened.
public enum SerialPortFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The device does not exist.
    case missing(path: String)
    /// This user lacks read permission. The group is the one that has it, if known.
    case noPermission(path: String, group: String?)
    /// Only its owner may read it.
    case ownersOnly(path: String)
    /// The unit's device list or a sandbox forbids it.
    case forbidden(path: String)
    /// Another process has it open; the holder is named if it is visible.
    case busy(path: String, holder: String?)
    /// It is not a terminal device.
    case notATerminal(path: String)
    /// Neither receivers nor Linux serial drivers support this speed.
    case unknownSpeed(Int, path: String)
    /// Another system error.
    case system(SystemError)

    /// The code of ``forbidden(path:)``, which a restart of the service may fix.
    public static let forbiddenCode = "device-forbidden"

    /// Classifies the error of an `open`.
    init(opening path: String, code: Int32) {
        switch code {
        case ENOENT, ENODEV, ENXIO, ENOTDIR: self = .missing(path: path)
        case EACCES: self = Self.denial(of: path)
        case EPERM: self = .forbidden(path: path)
        case EBUSY: self = .busy(path: path, holder: PortHolder.find(path))
        default: self = .system(SystemError("open \(path)", code: code))
        }
    }

    /// The stable code of the failure.
    public var code: String {
        switch self {
        case .missing: "device-missing"
        case .noPermission, .ownersOnly: "no-permission"
        case .forbidden: Self.forbiddenCode
        case .busy: "device-busy"
        case .notATerminal: "not-a-terminal"
        case .unknownSpeed: "unknown-speed"
        case .system: "open-failed"
        }
    }

    /// The process that has a busy port open, where it is visible.
    public var holder: String? {
        if case .busy(_, let holder) = self { holder } else { nil }
    }

    /// One sentence: what, where, why, what to do.
    public var description: String {
        switch self {
        case .missing(let path):
            "\(path) does not exist; plug the receiver in or correct the device path"
        case .noPermission(let path, let group):
            "no permission to read \(path); add the service's user to the group "
                + "\(group ?? "that owns it (ls -l \(path))") and restart the service"
        case .ownersOnly(let path):
            "no permission to read \(path), only its owner may; add a udev rule with "
                + "GROUP=\"dialout\", MODE=\"0660\" and replug the receiver"
        case .forbidden(let path):
            "the sandbox of the service forbids \(path); allow its driver with DeviceAllow= in "
                + "the unit"
        case .busy(let path, let holder):
            "\(path) is in use by \(holder ?? "another process"); stop that or choose the gpsd "
                + "source"
        case .notATerminal(let path):
            "\(path) is not a terminal device; use the nmea-file source for files"
        case .unknownSpeed(let speed, let path):
            "\(speed) bit/s is not supported by \(path); use one of "
                + SerialPort.speeds.keys.sorted().map(String.init).joined(separator: ", ")
        case .system(let error): error.description
        }
    }

    /// Classifies an `open` that failed for lack of permission.
    private static func denial(of path: String) -> Self {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return .noPermission(path: path, group: nil) }
        guard status.st_mode & 0o040 != 0 else { return .ownersOnly(path: path) }
        let isKnown = !Peer.overflowIDs.contains(status.st_gid)
        return .noPermission(path: path, group: isKnown ? Peer.groupName(status.st_gid) : nil)
    }
}
