import Glibc

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
