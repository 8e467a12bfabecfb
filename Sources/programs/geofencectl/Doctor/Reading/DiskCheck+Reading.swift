internal import ControlProtocol
internal import Glibc

extension DiskCheck {
    /// Reads free and used disk space.
    static func read(_ status: DaemonStatus?, in path: String) -> DiskCheck {
        var room = statvfs()
        let isKnown = unsafe statvfs(path, &room) == 0
        return DiskCheck(
            path: path, free_bytes: isKnown ? Int64(room.f_bavail) * Int64(room.f_frsize) : nil,
            used_bytes: status?.store.used_bytes,
            store: status.map { ($0.store.state, $0.store.message) })
    }
}
