import FoundationEssentials
import Testing

@testable import EventStore

/// Write-ahead logs that lost commits after a kill.
@Suite struct TruncationTests {
    /// The write-ahead log of a killed run, and its last event.
    private struct Remains {
        var log: [UInt8]
        var bounds: EventBounds

        /// The offsets of the frames of this run: those with the salt of the header.
        var frames: [Int] {
            stride(from: 32, to: log.count, by: 24 + EventDatabase.pageSize)
                .filter { log[$0 + 8..<$0 + 16] == log[16..<24] }
        }

        /// The offset of the first frame of the newest commit.
        var newest: [Int] {
            let before = frames.dropLast().lastIndex { log[$0 + 4..<$0 + 8].contains { $0 != 0 } }
            return Array(frames[((before ?? -1) + 1)...])
        }
    }

    private func file(_ name: String, in scratch: Scratch) -> URL {
        URL(filePath: scratch.directory + "/" + name)
    }

    /// Leaves a store as a kill after so many events would: one commit for each event, each in
    /// several frames.
    private func kill(after count: Int, in scratch: Scratch) async throws -> Remains {
        let (database, log) = (file("events.db", in: scratch), file("events.db-wal", in: scratch))
        let store = try scratch.open().store
        for _ in 0..<count { _ = try await store.append(event(size: 9_000)) }
        let files = (try Data(contentsOf: database), try Data(contentsOf: log))
        let bounds = try #require(store.bounds)
        try await store.close()
        // In place: the file system distinguishes a copy from the original file.
        try files.0.write(to: database)
        try files.1.write(to: log)
        return Remains(log: Array(files.1), bounds: bounds)
    }

    private func write(_ log: [UInt8], in scratch: Scratch) throws {
        try Data(log).write(to: file("events.db-wal", in: scratch))
    }

    @Test func killLosesNoCommit() async throws {
        let scratch = try Scratch()
        let remains = try await kill(after: 20, in: scratch)
        let (store, restored) = try scratch.open()
        #expect(restored?.wasClean == false && restored?.isTruncated == false)
        #expect(restored?.bounds == remains.bounds)
        try await store.close()
    }

    /// A power cut can tear it, and it was not reported then.
    @Test(arguments: [0, 4, 8, 16, 1000])
    func newestCommitMayBeTorn(offset: Int) async throws {
        let scratch = try Scratch()
        // Frames of an earlier cycle follow.
        _ = try await kill(after: 40, in: scratch)
        var remains = try await kill(after: 20, in: scratch)
        let first = try #require(remains.newest.first)
        #expect(remains.newest.count > 1)
        remains.log[first + offset] ^= 1
        try write(remains.log, in: scratch)
        let (store, restored) = try scratch.open()
        #expect(restored?.isTruncated == false)
        #expect(restored?.bounds.epoch == remains.bounds.epoch)
        #expect(restored?.bounds.head == remains.bounds.head - 1)
        try await store.close()
    }

    /// Their numbers are used again, so readers must learn of it.
    @Test(arguments: [0, 4, 8, 16, 1000])
    func damagedCommitLosesAllCommitsAfterIt(offset: Int) async throws {
        let scratch = try Scratch()
        var remains = try await kill(after: 20, in: scratch)
        remains.log[remains.frames[remains.frames.count / 2] + offset] ^= 1
        try write(remains.log, in: scratch)
        let (store, restored) = try scratch.open()
        #expect(restored?.isTruncated == true && restored?.reset == nil)
        let bounds = try #require(restored).bounds
        #expect(bounds.epoch != remains.bounds.epoch)
        #expect(0..<remains.bounds.head ~= bounds.head)
        try await store.close()
        // The loss is detected once.
        let again = try await kill(after: 3, in: scratch)
        let (last, found) = try scratch.open()
        #expect(found?.isTruncated == false)
        #expect(found?.bounds == again.bounds && again.bounds.epoch == bounds.epoch)
        try await last.close()
    }

    @Test func missingWriteAheadLogLosesAllCommits() async throws {
        let spoilt: [([UInt8]) -> [UInt8]] = [
            { _ in [] }, { log in [log[0] ^ 1] + log.dropFirst() },
            { log in log[..<17] + [log[17] ^ 1] + log[18...] },
        ]
        for spoil in spoilt {
            let scratch = try Scratch()
            let remains = try await kill(after: 20, in: scratch)
            try write(spoil(remains.log), in: scratch)
            let (store, restored) = try scratch.open()
            #expect(restored?.isTruncated == true)
            #expect(restored?.bounds.epoch != remains.bounds.epoch)
            try await store.close()
        }
    }

    /// The database contains everything by then.
    @Test func noWriteAheadLogIsNeededAfterACleanShutdown() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        _ = try await store.append(event())
        try await store.close()
        try FileManager.default.removeItem(at: file("events.db-wal", in: scratch))
        let (again, restored) = try scratch.open()
        #expect(restored?.isTruncated == false && restored?.bounds == store.bounds)
        try await again.close()
    }
}
