import Glibc

/// A Unix socket that clients connect to.
public enum ListeningSocket {
    /// Why the socket could not be opened.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// Another process answers on that path.
        case alreadyRunning(path: String)
        /// The path is longer than the kernel allows.
        case pathTooLong(path: String)
        /// The path exists and is not a socket.
        case notASocket(path: String)
        /// The group does not exist.
        case unknownGroup(String)
        /// A system call failed.
        case system(SystemError)

        /// One sentence: what, where, why, what to do.
        public var description: String {
            switch self {
            case .alreadyRunning(let path):
                "another geofenced already answers on \(path); stop it first, or give this one a socket and a "
                    + "state_directory of its own under [daemon]"
            case .pathTooLong(let path):
                "the socket path \(path) is longer than the \(UnixAddress.pathMaximum) bytes Linux allows; "
                    + "choose a shorter one"
            case .notASocket(let path):
                "\(path) exists and is not a socket; remove it or choose another socket path"
            case .unknownGroup(let name):
                "the group \(name) of the control socket does not exist; create it "
                    + "(groupadd --system \(name)) or name another one"
            case .system(let error):
                "\(error); "
                    + (SystemError.remedy(forShortage: error.code)
                        ?? "choose a socket path in a directory that exists and may be written")
            }
        }
    }

    /// Connections that may wait to be accepted; further clients get ECONNREFUSED or block.
    private static let backlog: Int32 = 128

    /// Opens a listening socket for its owner and its group, or for all users.
    ///
    /// The file never has wider permissions than requested: `bind` takes them from the socket, less
    /// the umask, and `chmod` adds what the umask removed. The umask itself is not changed: it
    /// belongs to the whole process, and other threads create files. A socket file on which no
    /// process listens is replaced.
    ///
    /// - Parameters:
    ///   - path: the path of the socket; its directory must exist.
    ///   - group: the group that may connect besides the owner; nil for the process's own group.
    ///   - isForAll: whether all users may connect, because the owner checks each peer (`Peer`).
    public static func open(
        path: String, group: String?, isForAll: Bool = false
    ) throws(Failure) -> OwnedDescriptor {
        guard let address = UnixAddress(path) else { throw .pathTooLong(path: path) }
        var gid: UInt32?
        if let group {
            guard let known = Peer.groupID(named: group) else { throw .unknownGroup(group) }
            gid = known
        }
        try removeStaleFile(path, address)
        let socket = try makeSocket(path)
        let mode: mode_t = isForAll ? 0o666 : 0o660
        guard fchmod(socket.rawValue, mode) == 0 else {
            throw .system(SystemError("set the permissions of \(path)", code: errno))
        }
        guard unsafe address.withPointer({ unsafe bind(socket.rawValue, $0, $1) }) == 0 else {
            throw .system(SystemError("bind \(path)", code: errno))
        }
        // The socket already has the process's own group, and a service may not be allowed to set
        // it.
        if let gid, gid != getegid(), unsafe chown(path, uid_t.max, gid) != 0 {
            throw .system(SystemError("give \(path) to its group", code: errno))
        }
        guard unsafe chmod(path, mode) == 0 else {
            throw .system(SystemError("set the permissions of \(path)", code: errno))
        }
        guard listen(socket.rawValue, backlog) == 0 else {
            throw .system(SystemError("listen on \(path)", code: errno))
        }
        return socket
    }

    /// Removes a socket file on which this process no longer listens.
    public static func remove(_ path: String) {
        _ = unsafe unlink(path)
    }

    /// Accepts and closes waiting connections, so that their clients do not wait for an answer.
    public static func closeWaitingConnections(on socket: Int32) {
        var request = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&request, 1, 0) > 0 {
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { return }
            close(connection)
        }
    }

    /// Removes the socket file of a process that no longer listens.
    private static func removeStaleFile(_ path: String, _ address: UnixAddress) throws(Failure) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        let probe = try makeSocket(path)
        let outcome = unsafe address.withPointer { unsafe connect(probe.rawValue, $0, $1) }
        // EAGAIN: a process listens, but its queue is full.
        guard outcome != 0, errno != EAGAIN else { throw .alreadyRunning(path: path) }
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw .system(SystemError("remove the old socket \(path)", code: errno))
        }
    }

    private static func makeSocket(_ path: String) throws(Failure) -> OwnedDescriptor {
        do {
            return try .unixStream()
        } catch {
            throw .system(SystemError("make a socket for \(path)", code: error.code))
        }
    }
}
