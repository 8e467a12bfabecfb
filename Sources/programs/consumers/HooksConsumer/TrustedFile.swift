internal import Glibc

/// Whether only root can change what a path leads to.
enum TrustedFile {
    /// Symbolic links on the way.
    private static let maximumLinks = 40

    /// What is wrong with a program or a file at an absolute path; nil where only root can change or replace it.
    static func problem(_ path: String, isProgram: Bool = false) -> String? {
        guard path.hasPrefix("/") else { return "\(path): is not an absolute path" }
        var rest = path.split(separator: "/").map(String.init)
        var place = ""
        var links = 0
        while true {
            var status = stat()
            guard unsafe lstat(place.isEmpty ? "/" : place, &status) == 0 else {
                return "\(place): \(unsafe String(cString: strerror(errno)))"
            }
            let shown = place.isEmpty ? "/" : place
            guard status.st_uid == 0 || status.st_uid == geteuid() else {
                return "\(shown): does not belong to root (chown root)"
            }
            let kind = status.st_mode & S_IFMT
            if kind == S_IFLNK {
                links += 1
                guard links <= maximumLinks, let target = link(place) else {
                    return "\(shown): is a symbolic link that leads nowhere"
                }
                let parent = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? ""
                place = target.hasPrefix("/") ? "" : parent
                rest = target.split(separator: "/").map(String.init) + rest
            } else {
                // In a sticky directory a file of root cannot be replaced by others.
                let isSticky = kind == S_IFDIR && status.st_mode & S_ISVTX != 0 && !rest.isEmpty
                guard status.st_mode & 0o022 == 0 || isSticky else {
                    return "\(shown): can be written by others (chmod go-w)"
                }
                if rest.isEmpty {
                    let isRunnable = kind == S_IFREG && status.st_mode & 0o111 != 0
                    return isProgram && !isRunnable
                        ? "\(shown): is not an executable file (chmod +x)" : nil
                }
            }
            guard !rest.isEmpty else { continue }
            switch rest.removeFirst() {
            case ".": break
            case "..": place = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? ""
            case let name: place += "/" + name
            }
        }
    }

    private static func link(_ path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(path, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
