internal import Glibc
internal import SystemServices

/// The users of hooks, and the tasks that they have before a hook adds its own: the limit of the kernel counts
/// all of them.
enum UserTasks {
    /// What is wrong with the user of a hook; nil where there is one of that name.
    static func problem(of user: String) -> String? {
        do {
            _ = try ids(of: user)
            return nil
        } catch {
            return error.reason
        }
    }

    /// The numbers of a user and of its group. Throws for a user that does not exist.
    static func ids(of user: String) throws(LaunchProblem) -> (uid: uid_t, gid: gid_t) {
        guard let entry = unsafe getpwnam(user) else {
            throw LaunchProblem(reason: "there is no user \(user)")
        }
        return unsafe (entry.pointee.pw_uid, entry.pointee.pw_gid)
    }

    /// Processes and threads of a user now; 0 for a user that does not exist.
    static func count(of user: String) -> Int {
        guard let uid = try? ids(of: user).uid else { return 0 }
        var count = 0
        for name in Directory.names("/proc") {
            var status = stat()
            guard name.utf8.first.map({ 48...57 ~= $0 }) == true,
                unsafe stat("/proc/\(name)", &status) == 0, status.st_uid == uid,
                let bytes = try? TextFile.bytes("/proc/\(name)/stat", limit: 4096)
            else { continue }
            // The name in parentheses may contain anything; 17 fields behind it is the number of threads.
            let rest = String(decoding: bytes, as: UTF8.self).split(separator: ")").last ?? ""
            let fields = rest.split(separator: " ")
            count += fields.count > 17 ? Int(fields[17]) ?? 1 : 1
        }
        return count
    }
}
