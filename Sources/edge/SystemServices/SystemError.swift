public import Glibc

/// A failed system call with its error number.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The attempted action, as an infinitive (`open /dev/ttyACM0`).
    public var attempt: String
    /// The kernel's error number.
    public var code: Int32

    /// Creates the error of a failed attempt.
    public init(_ attempt: String, code: Int32) {
        self.attempt = attempt
        self.code = code
    }

    /// The attempt and the reason: one sentence without its full stop.
    public var description: String { "cannot \(attempt): \(Self.reason(code))" }

    /// The code for a pipe, a socket or a device where a regular file is needed.
    public static let noFile = ESPIPE

    /// Returns the remedy for a shortage of resources; nil for other errors.
    public static func remedy(forShortage code: Int32) -> String? {
        switch code {
        case EMFILE: "raise LimitNOFILE= in the unit"
        case ENFILE: "stop the program with so many open files, or raise fs.file-max"
        case ENOMEM, ENOBUFS: "stop what uses so much memory, or raise MemoryMax= in the unit"
        default: nil
        }
    }

    /// Returns the C library's text for an error number, or a plainer one.
    public static func reason(_ code: Int32) -> String {
        if code == noFile { return "it is not a regular file" }
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}

/// A detached thread of the operating system.
public enum DetachedThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs the body on a new thread. Returns false, and runs nothing, when no thread can be created.
    public static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var thread = pthread_t()
        let argument = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
        let result = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, argument)
        guard result == 0 else {
            unsafe Unmanaged<Body>.fromOpaque(argument).release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}

/// The resident memory of this process.
public enum ResidentMemory {
    /// Returns the resident bytes; nil when the kernel does not report them.
    public static func bytes() -> Int64? {
        // /proc/self/statm: pages in all, resident pages, …
        let words = TextFile.read("/proc/self/statm", limit: 256)?.split(separator: " ") ?? []
        return words.count > 1
            ? Int64(words[1]).map { $0 * Int64(sysconf(Int32(_SC_PAGESIZE))) } : nil
    }

    /// Unmaps program text that is not in use.
    ///
    /// Most of it serves only the start: reading configuration and fences, opening the database.
    /// The kernel leaves such pages mapped until memory is short, which it always is on a small
    /// device. They are clean file pages; a page that is needed again returns from the page cache
    /// by a minor fault.
    public static func releaseProgramText() {
        // 25 libraries with four segments each are 10 KB.
        let maps = TextFile.read("/proc/self/maps", limit: 1 << 18) ?? ""
        for line in maps.split(separator: "\n") {
            guard let text = programText(line) else { continue }
            _ = unsafe madvise(
                UnsafeMutableRawPointer(bitPattern: text.lowerBound), text.count, MADV_DONTNEED)
        }
    }

    /// Returns the address range of a line of `/proc/self/maps` that maps program text: executable
    /// segments are never written, so every page equals the file. Source: proc(5).
    static func programText(_ line: Substring) -> Range<UInt>? {
        let words = line.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count >= 6, words[1] == "r-xp", words[5].hasPrefix("/") else { return nil }
        let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, ends[0] < ends[1] else { return nil }
        return ends[0]..<ends[1]
    }
}

/// The device number of a device node.
public struct DeviceNumber {
    /// The number of the driver.
    public let major: UInt64
    /// The number of the device within its driver.
    public let minor: UInt64

    /// Decodes `st_rdev` like `gnu_dev_major` and `gnu_dev_minor` of <sys/sysmacros.h>.
    public init(_ number: dev_t) {
        let number = UInt64(number)
        major = number >> 8 & 0xFFF | number >> 32 & ~0xFFF
        minor = number & 0xFF | number >> 12 & ~0xFF
    }
}
