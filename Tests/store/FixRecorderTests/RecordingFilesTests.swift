import Chronology
import Glibc
import Testing

@testable import FixRecorder

@Suite struct RecordingFilesTests {
    private static let week = RecordingWriter.Bounds(bytes: 64 << 20, age_s: 7 * 86_400)

    @Test func inputsAreReadInTheOrderOfWriting() throws {
        let scratch = try Scratch()
        #expect(try scratch.recording.all().entries == [])
        var writer = RecordingWriter(scratch.recording, Self.week)
        try writer.write(seconds: 0..<300)
        let (entries, damage) = try scratch.recording.all()
        #expect(entries.map(\.input) == Sample.inputs(0..<300))
        #expect(entries.map(\.number) == Array(0..<Int64(entries.count)))
        #expect(entries[7].receivedAt == Sample.wall(3.123_456_789))
        #expect(damage.isNothing)
        #expect(writer.usage.oldest == Sample.wall(0.123_456_789))
        var status = stat()
        let file = scratch.recording.path(of: 0)
        #expect(unsafe stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(writer.usage.bytes == Int64(status.st_size))
        #expect(
            unsafe stat(scratch.recording.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
    }

    @Test func laterRunContinuesTheNumbersAndTheFile() throws {
        let scratch = try Scratch()
        var writer = RecordingWriter(scratch.recording, Self.week)
        try writer.write(seconds: 0..<120)
        writer = RecordingWriter(scratch.recording, Self.week)
        try writer.write(seconds: 120..<180)
        let entries = try scratch.recording.all().entries
        #expect(entries.map(\.number) == Array(0..<Int64(entries.count)))
        #expect(entries.map(\.input) == Sample.inputs(0..<180))
        #expect(try scratch.recording.files().count == 1)
    }

    @Test func pagesContinueAfterTheLastNumber() throws {
        let scratch = try Scratch()
        var writer = RecordingWriter(scratch.recording, Self.week)
        try writer.write(seconds: 0..<300)
        let all = try scratch.recording.all().entries
        var pages: [RecordedEntry] = []
        var count = 0
        while true {
            let before = pages.count
            _ = try scratch.recording.read(
                RecordingSelection(after: pages.last?.number ?? -1)
            ) {
                pages += $0
                return false
            }
            guard pages.count > before else { break }
            count += 1
        }
        #expect(pages == all)
        #expect(count == 5)
    }

    @Test func fixesAreSelectedByTimeAndSource() throws {
        let scratch = try Scratch()
        var writer = RecordingWriter(scratch.recording, Self.week)
        try writer.write(seconds: 0..<300)
        let (since, until) = (Sample.wall(130), Sample.wall(200))
        let chosen = try scratch.recording.all(
            RecordingSelection(since: since, until: until, source: "indoor")
        ).entries
        let fixes = chosen.filter { if case .fix = $0.input.content { true } else { false } }
        #expect(fixes.allSatisfy { $0.input.source == "indoor" && since <= $0.time })
        #expect(fixes.allSatisfy { $0.time <= until })
        #expect(fixes.map { $0.input.at.nanoseconds / 1_000_000_000 }.first == 130)
        // Every fifth from 130 on; the one at 200 arrives after that.
        #expect(fixes.count == 14)
        // Inputs without a source remain where their block has a chosen fix.
        #expect(chosen.contains { $0.input.content == .wallClock(offset_ns: Sample.start_ns) })
    }

    @Test(arguments: [0, 4, 30, 74, 90, 700])
    func damagedBlockIsSkippedAndReported(at place: Int) throws {
        let scratch = try Scratch()
        var writer = RecordingWriter(scratch.recording, Self.week)
        try writer.write(seconds: 0..<60)
        let length = try scratch.recording.read(0).count
        try writer.write(seconds: 60..<180)
        try scratch.edit { $0[length + place] ^= 0x10 }
        let (entries, damage) = try scratch.recording.all()
        #expect(
            entries.map(\.input) == Sample.inputs(0..<60) + Sample.inputs(120..<180))
        #expect(damage.places == 1 && damage.bytes > 1000)
    }

    /// A power cut truncates the last block; the next run appends after it.
    @Test(arguments: [1, 76, 200, 1200])
    func truncatedBlockAffectsNoOther(by bytes: Int) throws {
        let scratch = try Scratch()
        var writer = RecordingWriter(scratch.recording, Self.week)
        try writer.write(seconds: 0..<120)
        try scratch.edit { $0.removeLast(bytes) }
        writer = RecordingWriter(scratch.recording, Self.week)
        try writer.write(seconds: 120..<180)
        let (entries, damage) = try scratch.recording.all()
        #expect(entries.map(\.input) == Sample.inputs(0..<60) + Sample.inputs(120..<180))
        #expect(damage.places == 1)
        let numbers = entries.map(\.number)
        #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    }

    @Test func oldestFilesAreRemovedBeyondTheByteLimit() throws {
        let scratch = try Scratch()
        let bounds = RecordingWriter.Bounds(bytes: 100_000, age_s: 7 * 86_400)
        var writer = RecordingWriter(scratch.recording, bounds)
        try writer.write(seconds: 0..<12_000, by: 300)
        let files = try scratch.recording.files()
        let total = files.reduce(0) { $0 + $1.size }
        #expect(total <= 100_000 && total > 80_000)
        #expect(writer.usage.bytes == total)
        let (entries, damage) = try scratch.recording.all()
        #expect(damage.isNothing)
        let kept = entries.map(\.input)
        #expect(kept == Array(Sample.inputs(0..<12_000).suffix(kept.count)))
        #expect(writer.usage.oldest == entries.map(\.time).prefix(400).min())
    }

    private static let week_s = 7 * 86_400.0

    /// Limits by which each block of one second is a file of its own.
    private static let blocks = RecordingWriter.Bounds(bytes: 8 * 300, age_s: week_s)

    /// Writes three files and returns the clocks at that time. The system clock is that of the machine,
    /// by which files are dated.
    private func threeFiles(_ scratch: Scratch) throws -> RecordingWriter.Clocks {
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
        var clocks = Sample.clocks(3)
        clocks.wall = UTCInstant(
            nanoseconds: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
        var writer = RecordingWriter(scratch.recording, Self.blocks)
        for second in 0..<3 { try writer.write(Sample.inputs(second..<second + 1), clocks) }
        try #require(try scratch.recording.files().count == 3)
        return clocks
    }

    @Test func filesOfThisBootAreRemovedByTheBootClock() throws {
        let scratch = try Scratch()
        var clocks = try threeFiles(scratch)
        clocks.isWallReliable = false
        var writer = RecordingWriter(scratch.recording, Self.blocks)
        try writer.tidy(clocks)
        clocks.wall = clocks.wall.advanced(bySeconds: 10 * 365 * 86_400)
        try writer.tidy(clocks)
        #expect(try scratch.recording.files().count == 3)
        clocks.at = clocks.at.advanced(bySeconds: Self.week_s + 60)
        try writer.tidy(clocks)
        #expect(try scratch.recording.files() == [])
        #expect(writer.usage == RecordingWriter.Usage())
        #expect(writer.removals.map(\.reason) == [.age])
        #expect(writer.removals.map(\.files) == [3])
    }

    @Test func olderFilesAreRemovedByAReliableSystemClockExceptTheNewest() throws {
        let scratch = try Scratch()
        var clocks = try threeFiles(scratch)
        var writer = RecordingWriter(scratch.recording, Self.blocks)
        clocks.boot = BootID(number: 7)
        clocks.wall = clocks.wall.advanced(bySeconds: Self.week_s + 60)
        clocks.isWallReliable = false
        try writer.tidy(clocks)
        #expect(try scratch.recording.files().count == 3)
        clocks.isWallReliable = true
        try writer.tidy(clocks)
        #expect(try scratch.recording.files().count == 1)
        #expect(writer.removals.map(\.files) == [2])
    }

    /// A source with few fixes has its old ones removed, too.
    @Test func fileHoldsOneDay() throws {
        let scratch = try Scratch()
        var writer = RecordingWriter(scratch.recording, Self.week)
        for hour in 0..<72 {
            try writer.write(seconds: hour * 3600..<hour * 3600 + 1)
        }
        #expect(try scratch.recording.files().count == 3)
    }

    @Test func removalOfEverythingKeepsTheNumbering() throws {
        let scratch = try Scratch()
        var writer = RecordingWriter(scratch.recording, Self.week)
        try writer.write(seconds: 0..<60)
        let count = Int64(try scratch.recording.all().entries.count)
        writer = RecordingWriter(scratch.recording, Self.week)
        try writer.removeAll()
        #expect(try scratch.recording.all().entries == [])
        try writer.write(seconds: 60..<61)
        #expect(try scratch.recording.all().entries.first?.number == count)
    }

    @Test func fileWithForeignBytesAffectsNoOther() throws {
        let scratch = try Scratch()
        try scratch.recording.append(Array(repeating: UInt8(ascii: "G"), count: 5000), to: 0)
        var writer = RecordingWriter(scratch.recording, Self.week)
        try writer.write(seconds: 0..<60)
        let (entries, damage) = try scratch.recording.all()
        #expect(entries.map(\.input) == Sample.inputs(0..<60))
        #expect(damage.bytes == 5000)
    }
}
