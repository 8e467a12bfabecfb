internal import CHookRun
internal import ConsumerFrame
internal import Glibc

/// A program that runs.
final class HookProcess {
    /// How it ended.
    enum Ending: Equatable {
        case exited(Int32)
        case signalled(Int32)
        case timedOut
        /// Ended by this program, or with the process above it.
        case stopped
    }

    /// The descriptors to poll.
    let control: Int32
    let output: Int32
    let start_s: Double
    private let pid: pid_t
    private var isOutputOpen = true

    /// Bytes of output read at once; a hook that writes without end is read this often at most.
    private static let piece_bytes = 65_536

    /// Starts a program. Throws why that failed.
    init(_ launch: Launch) throws(LaunchProblem) {
        var uid: uid_t = 0
        var gid: gid_t = 0
        if let user = launch.user {
            (uid, gid) = try UserTasks.ids(of: user)
            guard geteuid() == 0 || geteuid() == uid else {
                throw LaunchProblem(reason: "only root can run it as \(user)")
            }
        }
        let isOther = launch.user != nil && geteuid() == 0 && uid != 0
        var arguments = unsafe launch.arguments.map { unsafe strdup($0) } + [nil]
        var environment = unsafe launch.environment.map { unsafe strdup($0) } + [nil]
        let program = unsafe strdup(launch.program)
        let user = isOther ? unsafe strdup(launch.user ?? "") : nil
        defer {
            unsafe (arguments + environment).forEach { unsafe free($0) }
            unsafe free(program)
            unsafe free(user)
        }
        var ends: (control: Int32, output: Int32) = (-1, -1)
        pid = unsafe launch.input.withUnsafeBytes { input in
            unsafe arguments.withUnsafeMutableBufferPointer { arguments in
                unsafe environment.withUnsafeMutableBufferPointer { environment in
                    var run = unsafe hook_run(
                        program: program, arguments: arguments.baseAddress,
                        environment: environment.baseAddress, input: input.baseAddress,
                        input_bytes: input.count, user: uid, group: gid, user_name: user,
                        timeout_ms: Int(launch.timeout_s * 1000),
                        grace_ms: Int(Launch.grace_s * 1000),
                        memory_bytes: UInt(launch.memory_bytes), tasks: UInt(launch.tasks),
                        nice: launch.nice)
                    return unsafe hook_start(&run, &ends.control, &ends.output)
                }
            }
        }
        (control, output) = ends
        start_s = Clocks.monotonic_s
        guard pid > 0 else {
            throw LaunchProblem(reason: unsafe String(cString: strerror(errno)))
        }
    }

    deinit {
        guard pid > 0 else { return }
        close(control)
        close(output)
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }

    /// Reads a piece of the output; nil where there is none now.
    func readOutput() -> [UInt8]? {
        guard isOutputOpen else { return nil }
        var piece = [UInt8](repeating: 0, count: Self.piece_bytes)
        let count = unsafe read(output, &piece, piece.count)
        if count == 0 { isOutputOpen = false }
        return count > 0 ? Array(piece[..<count]) : nil
    }

    /// Whether the output can still be read.
    var hasOutput: Bool { isOutputOpen }

    /// Requests that the program and everything that it started is killed; `ending` then returns the end.
    func stop() { shutdown(control, Int32(SHUT_WR)) }

    /// How it ended, once the control socket can be read; nil before.
    func ending() -> Ending? {
        var result = hook_result()
        let count = unsafe recv(control, &result, MemoryLayout<hook_result>.size, 0)
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        guard count == MemoryLayout<hook_result>.size else { return .stopped }
        switch hook_kind(UInt32(result.kind)) {
        case hook_exited: return .exited(result.code)
        case hook_signalled: return .signalled(result.code)
        case hook_timed_out: return .timedOut
        default: return .stopped
        }
    }

    /// Runs a program to its end and gives what it wrote, at most 1 MiB.
    static func answer(_ launch: Launch) -> (ending: Ending, output: String) {
        guard let process = try? HookProcess(launch) else { return (.stopped, "") }
        var bytes: [UInt8] = []
        while true {
            var queries = [
                pollfd(fd: process.control, events: Int16(POLLIN), revents: 0),
                pollfd(
                    fd: process.hasOutput ? process.output : -1, events: Int16(POLLIN), revents: 0),
            ]
            _ = unsafe poll(&queries, 2, -1)
            while let piece = process.readOutput() {
                if bytes.count < 1 << 20 { bytes += piece }
            }
            if queries[0].revents != 0, let ending = process.ending() {
                while let piece = process.readOutput() { bytes += piece }
                return (ending, String(decoding: bytes, as: UTF8.self))
            }
        }
    }
}

/// Why a program was not started.
struct LaunchProblem: Error {
    var reason: String
}
