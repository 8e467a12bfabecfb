import Glibc
import SystemServices
import Testing

/// Memory backed by an unnamed file.
struct SpoolFileTests {
    @Test func memoryOutlivesTheSpoolFile() throws {
        let directory = "/tmp/spool-test-\(getpid())"
        _ = unsafe mkdir(directory, 0o700)
        defer { _ = unsafe rmdir(directory) }
        var spool: SpoolFile? = try SpoolFile(in: directory)
        let (first, second) = (spool?.take(100_000), spool?.take(5))
        spool = nil
        #expect(Directory.names(directory).isEmpty)
        for (piece, count) in [(try #require(first), 100_000), (try #require(second), 5)] {
            #expect(piece.address % 4096 == 0)
            let bytes = unsafe UnsafeMutableRawBufferPointer(
                start: UnsafeMutableRawPointer(bitPattern: piece.address), count: count)
            for i in 0..<count { unsafe bytes[i] = UInt8(truncatingIfNeeded: i) }
            #expect(unsafe bytes[count - 1] == UInt8(truncatingIfNeeded: count - 1))
            withExtendedLifetime(piece.owner) {}
        }
    }

    @Test func fullDiskIsReported() throws {
        let spool = try SpoolFile(in: "/tmp")
        #expect(spool.take(1 << 50) == nil)
        #expect(throws: SystemError.self) { try SpoolFile(in: "/tmp/there-is-no-such-place") }
    }
}
