import Glibc
import SystemServices
import Testing

@Suite struct ProcessTests {
    @Test func readsWhatAProgramPrints() throws {
        let process = try Subprocess.start(["sh", "-c", "printf '%s' \"$0\"", "hello"])
        let output = OwnedDescriptor(owning: process.output)
        #expect(received(from: output.rawValue, count: 100) == "hello")
        process.end()
    }

    @Test func endsTheWholeGroup() throws {
        let process = try Subprocess.start(["sh", "-c", "sleep 60 & echo $!; wait"])
        let output = OwnedDescriptor(owning: process.output)
        var waiting = pollfd(fd: output.rawValue, events: Int16(POLLIN), revents: 0)
        #expect(unsafe poll(&waiting, 1, 2000) == 1)
        process.end()
        // The pipe ends only when the last process of the group is gone.
        #expect(received(from: output.rawValue, count: 100).hasSuffix("\n"))
    }

    @Test func aMissingProgramIsAnError() {
        #expect(throws: SystemError("start /no/such/program", code: ENOENT)) {
            try Subprocess.start(["/no/such/program"]).end()
        }
    }

    @Test func seesNewNames() throws {
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

    @Test func closesWhatItOwns() throws {
        let raw = unsafe open("/dev/null", O_RDONLY)
        _ = OwnedDescriptor(owning: raw)
        #expect(fcntl(raw, F_GETFD) == -1)
    }

    @Test func clocksGoForward() {
        let first = Clocks.bootNanoseconds()
        #expect(first > 0 && Clocks.bootNanoseconds() >= first)
        #expect(Clocks.utcNanoseconds() > 1_600_000_000_000_000_000)
    }

    @Test func readsSmallFilesOnly() {
        #expect(TextFile.read("/proc/self/comm", limit: 64)?.hasSuffix("\n") == true)
        #expect(TextFile.read("/proc/self/status", limit: 4) == nil)
        #expect(TextFile.read("/no/such/file", limit: 4) == nil)
    }
}
