import Testing

@testable import SystemServices

@Suite struct ResidentMemoryTests {
    @Test func onlyProgramTextIsReleased() {
        let library = "7ff5-7ff9 r-xp 00002000 fe:00 1234    /lib/x86_64-linux-gnu/libc.so.6"
        #expect(ResidentMemory.programText(Substring(library)) == 0x7ff5..<0x7ff9)
        for other in [
            "7ff5-7ff9 r--p 00000000 fe:00 1234    /lib/x86_64-linux-gnu/libc.so.6",
            "7ff5-7ff9 rw-p 00000000 fe:00 1234    /lib/x86_64-linux-gnu/libc.so.6",
            "7ff5-7ff9 r-xp 00000000 00:00 0       [vdso]", "7ff5-7ff9 r-xp 00000000 00:00 0", "",
            "7ff9-7ff5 r-xp 00002000 fe:00 1234    /lib/libc.so.6", "x-y r-xp 0 0 0 /lib/libc.so.6",
        ] { #expect(ResidentMemory.programText(Substring(other)) == nil, "\(other)") }
    }

    @Test func processContinuesAfterRelease() throws {
        let maps = try #require(TextFile.read("/proc/self/maps", limit: 1 << 20))
        #expect(maps.split(separator: "\n").compactMap(ResidentMemory.programText).count > 2)
        ResidentMemory.releaseProgramText()
        #expect(try #require(ResidentMemory.bytes()) > 0)
    }
}
