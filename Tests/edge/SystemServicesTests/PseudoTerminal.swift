import Glibc
import Testing

/// A pseudo-terminal; the test plays the receiver on the master side.
struct PseudoTerminal: ~Copyable {
    let master: Int32
    let path: String

    init() throws {
        master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
        // TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>: unlock the other side, get its number.
        var unlocked: Int32 = 0
        var number: UInt32 = 0
        let isUnlocked = unsafe ioctl(master, 0x4004_5431, &unlocked) == 0
        let isNumbered = unsafe ioctl(master, 0x8004_5430, &number) == 0
        path = "/dev/pts/\(number)"
        try #require(master >= 0 && isUnlocked && isNumbered)
    }

    deinit { close(master) }

    /// Sends bytes as the receiver would.
    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe write(master, bytes, bytes.count)
    }
}

/// The bytes that arrive before the end, up to `count`; records an issue when neither comes within
/// 30 seconds.
func received(from descriptor: Int32, count: Int) -> String {
    var bytes: [UInt8] = []
    while bytes.count < count {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&waiting, 1, 30_000) > 0 else {
            Issue.record("neither a byte nor the end has arrived")
            break
        }
        var chunk = [UInt8](repeating: 0, count: count - bytes.count)
        let got = unsafe read(descriptor, &chunk, chunk.count)
        guard got > 0 else { break }
        bytes += chunk[..<got]
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// Creates a temporary directory.
func temporaryDirectory() throws -> String {
    var template = Array(("/tmp/geofenced-test-" + String(repeating: "X", count: 6)).utf8CString)
    let path = try unsafe #require(unsafe mkdtemp(&template))
    return unsafe String(cString: path)
}
