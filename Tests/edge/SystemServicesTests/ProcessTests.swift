import Glibc
import SystemServices
import Testing

@Suite struct ProcessTests {
    @Test func outputOfAProgramIsRead() throws {
        let process = try Subprocess.start(["sh", "-c", "printf '%s' \"$0\"", "hello"])
        let output = OwnedDescriptor(owning: process.output)
        #expect(received(from: output.rawValue, count: 100) == "hello")
        expectReaped(process)
    }

    @Test func killEndsTheWholeProcessGroup() throws {
        let process = try Subprocess.start(["sh", "-c", "sleep 60 & echo $!; wait"])
        let output = OwnedDescriptor(owning: process.output)
        #expect(waitsForOutput(output.rawValue))
        process.signal(SIGKILL)
        // The pipe ends only when the last process of the group has ended.
        #expect(received(from: output.rawValue, count: 100).hasSuffix("\n"))
        expectReaped(process)
    }

    @Test func killEndsAProgramThatLeftItsGroup() throws {
        let process = try Subprocess.start([
            "python3", "-c",
            "import os,time; os.setpgid(0, os.getpgid(os.getppid())); print('left', flush=True); "
                + "time.sleep(60)",
        ])
        let output = OwnedDescriptor(owning: process.output)
        #expect(waitsForOutput(output.rawValue))
        process.signal(SIGKILL)
        expectReaped(process)
    }

    @Test func runningProgramIsNotReaped() throws {
        let process = try Subprocess.start(["sleep", "60"])
        let output = OwnedDescriptor(owning: process.output)
        let pid = process.pid
        #expect(Subprocess.state(of: pid)?.isLetter == true)
        guard let running = process.reaped() else {
            Issue.record("it runs and was taken for ended")
            return
        }
        running.signal(SIGKILL)
        expectReaped(running)
        #expect(Subprocess.state(of: pid) == nil)
        _ = output
    }

    @Test func programInheritsNoOtherDescriptor() throws {
        // Without O_CLOEXEC, like the epoll descriptor of the event loop.
        let leak = fcntl(STDERR_FILENO, F_DUPFD, 100)
        defer { close(leak) }
        let process = try Subprocess.start(["ls", "/proc/self/fd"])
        let output = OwnedDescriptor(owning: process.output)
        // The last one is the descriptor with which ls reads the directory.
        #expect(received(from: output.rawValue, count: 1000) == "0\n1\n2\n3\n")
        expectReaped(process)
    }

    @Test(arguments: [
        ("exit 3", Subprocess.Ending.exited(status: 3)), ("exit 0", .exited(status: 0)),
        ("kill -15 $$", .signalled(number: 15)),
    ])
    func endAndErrorsOfAProgramAreReported(script: String, ending: Subprocess.Ending) throws {
        let process = try Subprocess.start(["sh", "-c", "echo no licence >&2; \(script)"])
        let output = OwnedDescriptor(owning: process.output)
        let errors = OwnedDescriptor(owning: process.errors)
        #expect(received(from: errors.rawValue, count: 100) == "no licence\n")
        let found = expectReaped(process)
        #expect(found == ending)
        _ = output
    }

    @Test func missingProgramIsAnError() {
        #expect(throws: SystemError("start /no/such/program", code: ENOENT)) {
            try Subprocess.start(["/no/such/program"]).signal(SIGKILL)
        }
    }

    @Test func directoryLockHasOneHolder() throws {
        let folder = try temporaryDirectory()
        guard case .held(let lock) = DirectoryLock.take(folder) else {
            Issue.record("no process holds the lock")
            return
        }
        guard case .taken = DirectoryLock.take(folder) else {
            Issue.record("it was given twice")
            return
        }
        _ = consume lock
        guard case .held = DirectoryLock.take(folder) else {
            Issue.record("it was given back")
            return
        }
        guard case .unavailable = DirectoryLock.take(folder + "/none") else {
            Issue.record("there is none")
            return
        }
    }

    /// Checks that a program that has ended or was killed is reaped within 30 seconds, half of the
    /// time for which the programs of these tests sleep, and returns how it ended.
    @discardableResult
    private func expectReaped(_ process: consuming Subprocess) -> Subprocess.Ending? {
        var ending: Subprocess.Ending?
        var left: Subprocess? = consume process
        let deadline = Clocks.bootNanoseconds() + 30_000_000_000
        while Clocks.bootNanoseconds() < deadline {
            left = left.take()?.reaped { ending = $0 }
            if left == nil { return ending }
            poll(nil, 0, 1)
        }
        Issue.record("it has not ended")
        return nil
    }

    private func waitsForOutput(_ descriptor: Int32) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&waiting, 1, 30_000) == 1
    }

    @Test func newNamesAreDetected() throws {
        let folder = try temporaryDirectory()
        guard let watch = DirectoryWatch.open(["/no/such/folder", folder]) else {
            Issue.record("nothing is watched")
            return
        }
        var waiting = pollfd(fd: watch.rawValue, events: Int16(POLLIN), revents: 0)
        #expect(unsafe poll(&waiting, 1, 0) == 0)
        #expect(unsafe symlink("/dev/null", folder + "/gps0") == 0)
        #expect(unsafe poll(&waiting, 1, 2000) == 1)
        #expect(Directory.names(folder) == ["gps0"])
        #expect(Directory.resolve(folder + "/gps0") == "/dev/null")
    }

    @Test func ownedDescriptorIsClosedWithItsOwner() throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let other = OwnedDescriptor(owning: ends[1])
        _ = OwnedDescriptor(owning: ends[0])
        // Its number may already belong to a parallel test, so the end of the connection is the
        // evidence.
        #expect(received(from: other.rawValue, count: 1) == "")
    }

    @Test func clocksAdvance() {
        let first = Clocks.bootNanoseconds()
        #expect(first > 0 && Clocks.bootNanoseconds() >= first)
        #expect(Clocks.utcNanoseconds() > 1_600_000_000_000_000_000)
    }

    @Test func filesBeyondTheLimitAreRefused() {
        #expect(TextFile.read("/proc/self/comm", limit: 64)?.hasSuffix("\n") == true)
        #expect(TextFile.read("/proc/self/status", limit: 4) == nil)
        #expect(TextFile.read("/no/such/file", limit: 4) == nil)
    }
}
