internal import Glibc

/// Looks at directories and links.
enum Directory {
    /// The names in a directory in order, without `.` and `..`; empty when it cannot be read.
    static func names(_ path: String) -> [String] {
        guard let directory = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
                unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { text in
                    unsafe String(cString: text)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The path of the directory that relative paths begin at; the root when it is gone.
    static var current: String {
        guard let text = unsafe getcwd(nil, 0) else { return "/" }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    /// Whether something is there.
    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// The path without links; nil when it does not exist.
    static func real(_ path: String) -> String? {
        guard let text = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }
}
