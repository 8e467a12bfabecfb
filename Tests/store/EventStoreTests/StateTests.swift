import Chronology
import EventStore
import Fixes
import Geofencing
import Testing

@Suite struct StateTests {
    private func record(
        _ fence: String, of monitor: String = "m", reported: FenceRecord.Side = .inside
    ) -> FenceRecord {
        var record = FenceRecord(
            monitor: monitor, fence: fence, fenceHash: .max, reported: reported, raw: .outside)
        (record.window_s, record.enteredAt_ns, record.dwelt_s) = (12.5, 1, 59.9)
        record.visit = VisitName(number: 7)
        record.unknownSince = SavedInstant(time_ns: 3, boot_ns: 5)
        return record
    }

    @Test func stateIsRestoredAfterRestart() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        // The easternmost longitude of a fence and of an accepted fix.
        let older = LastFix(latitude: 52.1, longitude: -540, time_ns: 7, boot_ns: 9)
        let fix = LastFix(
            latitude: 52.1, longitude: -4.9, time_ns: 7, boot_ns: 9, boot: BootID(number: 11))
        let changes: [StateChange] = [
            .fence(record("x")), .fence(record("y")), .fence(record("z", of: "gone")),
            .forgetFence(monitor: "m", fence: "y"), .evaluated("gone", evaluated(1)),
            .evaluated("m", evaluated(.max)), .forgetMonitor("gone"), .monitor("n", .stopped),
            .evaluated("o", evaluated(1)), .evaluated("o", nil),
            .lastFix(fix, source: "gps"), .lastFix(older, source: "old"), .kind(.level, false),
            .historyMark(5, source: "gps"), .historyMark(6, source: "gps"),
            .fence(record("x", reported: .outside)),
        ]
        #expect(try await store.append(EventBatch(events: [event()], changes: changes)) == 1...1)
        store.advance("journal", to: 1)
        try await store.close()

        let (again, restored) = try scratch.open()
        let state = try #require(restored).state
        #expect(state.fences == [record("x", reported: .outside)])
        #expect(state.evaluated == ["m": evaluated(.max)])
        #expect(state.monitors == ["n": .stopped])
        #expect(state.lastFixes == ["gps": fix, "old": older])
        #expect(state.kinds == [.level: false])
        #expect(state.historyMarks == ["gps": 6])
        #expect(restored?.deliveries.mapValues(\.seq) == ["journal": 1])
        #expect(restored?.unreadable == [])
        try await again.close()
    }

    /// One damaged byte can produce such a number, and the engine could crash on it at every start.
    @Test func impossibleNumbersAreLeftOut() async throws {
        let spoilt: [(inout FenceRecord) -> Void] = [
            { $0.window_s = 29.674273e96 }, { $0.window_s = .nan }, { $0.window_s = -1 },
            { $0.enteredAt_ns = .min }, { $0.rawChangedAt_ns = .max }, { $0.dwelt_s = 1e18 },
            { $0.dwellsSent = .max }, { $0.suppressedToggles = .max }, { $0.recordedAt_ns = .min },
            { $0.unknownSince?.boot_ns = .min }, { $0.unknownSince?.time_ns = .max },
        ]
        var changes = spoilt.enumerated().map { number, spoil in
            var record = record("f\(number)")
            spoil(&record)
            return StateChange.fence(record)
        }
        let fix = LastFix(latitude: 52.1, longitude: -4.9, time_ns: 7, boot_ns: 9)
        let fixes: [(inout LastFix) -> Void] = [
            { $0.latitude = 521 }, { $0.longitude = -.infinity }, { $0.time_ns = .min + 1 },
            { $0.boot_ns = .min },
        ]
        for (number, spoil) in fixes.enumerated() {
            var fix = fix
            spoil(&fix)
            changes.append(.lastFix(fix, source: "s\(number)"))
        }
        let scratch = try Scratch()
        let store = try scratch.open().store
        _ = try await store.append(EventBatch(events: [event()], changes: changes))
        store.advance("journal", to: .max)
        try await store.close()
        let (again, restored) = try scratch.open()
        let fences = try #require(restored).state.fences
        #expect(fences.count == spoilt.count)
        #expect(fences.allSatisfy { $0.reported == .unknown && $0.fenceHash == 0 })
        #expect(restored?.state.lastFixes == [:])
        #expect(restored?.unreadable.count == changes.count)
        #expect(restored?.deliveries.mapValues(\.seq) == ["journal": 1])
        try await again.close()
    }

    /// A fence without a record counts as outside, so its visit would never end.
    @Test func openVisitIsFoundWhenTheFenceRecordIsLost() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        func stored(_ type: String, _ fence: String, _ visit: UInt64) -> NewEvent {
            event(type, fence: fence, visit: VisitName(number: visit).text)
        }
        let events = [
            stored("entered", "left", 1), stored("exited", "left", 1),
            stored("entered", "back", 2), stored("exited", "back", 2), stored("entered", "back", 3),
            stored("dwelled", "back", 3), stored("entered", "closed", 4),
            stored("visit-closed", "closed", 4), stored("entered", "kept", 5),
        ]
        var changes = ["left", "back", "closed", "never"].map { fence in
            var record = record(fence)
            record.dwelt_s = .infinity
            return StateChange.fence(record)
        }
        changes.append(.fence(record("kept")))
        _ = try await store.append(EventBatch(events: events, changes: changes))
        try await store.close()
        let (again, restored) = try scratch.open()
        let fences = try #require(restored).state.fences
        let visits = Dictionary(uniqueKeysWithValues: fences.map { ($0.fence, $0.visit?.number) })
        #expect(visits == ["left": nil, "back": 3, "closed": nil, "never": nil, "kept": 7])
        #expect(restored?.unreadable.count == 4)
        try await again.close()
    }

    @Test func recordsOfConsumersOutliveTheProcessAndEveryCheckpoint() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        try await store.keep(["mqtt": [1, 2], "gate": [3], "old": [4]])
        try await store.keep(["mqtt": [5], "old": nil])
        #expect(try await store.save(SavedState()))
        try await store.close(saving: SavedState())
        let (again, restored) = try scratch.open()
        #expect(restored?.consumers == ["mqtt": [5], "gate": [3]])
        let tooLarge = [UInt8](repeating: 0, count: StoreLimits.valueBytes + 1)
        let failure = await #expect(throws: StorageFailure.self) {
            try await again.keep(["mqtt": tooLarge])
        }
        #expect(failure?.kind == .tooLarge)
        try await again.close()
    }

    @Test func checkpointReplacesTheWholeState() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        let changes: [StateChange] = [
            .fence(record("x")), .monitor("n", .stopped), .evaluated("m", evaluated(1)),
        ]
        _ = try await store.append(EventBatch(events: [], changes: changes))
        var state = SavedState()
        state.fences = [record("y"), record("z")]
        state.monitors = ["o": .paused]
        state.kinds = [.global: true]
        #expect(try await store.save(state))
        try await store.close(saving: state)

        let (again, restored) = try scratch.open()
        #expect(restored?.state == state)
        try await again.close()
    }

    /// The engine does not know how far histories were evaluated, so its checkpoint does not cover
    /// them.
    @Test func checkpointKeepsHistoryMarks() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        let changes = [StateChange.historyMark(7, source: "gps")]
        _ = try await store.append(EventBatch(events: [], changes: changes))
        #expect(try await store.save(SavedState()))
        try await store.close(saving: SavedState())

        let (again, restored) = try scratch.open()
        #expect(restored?.state.historyMarks == ["gps": 7])
        try await again.close()
    }

    @Test func runtimeFencesAreRestoredAfterRestart() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        let set = FenceSetName("/etc/f.geojson")
        func fence(_ id: String, _ text: String?, revision: Int64 = 0) -> RuntimeFence {
            RuntimeFence(set: set, id: id, geoJSON: text, revision: revision)
        }
        #expect(try await store.change(.put(fence("a", "A")), .put(fence("b", "B"))) == 1)
        #expect(try await store.change(.put(fence("a", "A2"))) == 2)
        #expect(try await store.change(.put(fence("c", nil))) == 3)
        #expect(try await store.change(.forget(set: set, id: "b")) == 4)
        try await store.close()

        let (again, restored) = try scratch.open()
        #expect(
            restored?.fences == [fence("a", "A2", revision: 2), fence("c", nil, revision: 3)])
        #expect(try await again.change(.forgetSet(set)) == 5)
        try await again.close()
        let (last, empty) = try scratch.open()
        #expect(empty?.fences == [])
        #expect(try await last.change() == 6)
        try await last.close()
    }

    /// What a version without limits has stored must not fill memory at each start.
    @Test func runtimeFencesAreReadUpToTheLimits() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        let (few, many) = (FenceSetName("/few"), FenceSetName("/many"))
        func put(_ set: FenceSetName, _ id: String, bytes: Int) -> RuntimeFenceChange {
            .put(
                RuntimeFence(
                    set: set, id: id, geoJSON: String(repeating: "x", count: bytes - id.utf8.count))
            )
        }
        let small = (0..<StoreLimits.runtimeFences - 1).map { put(many, "s\($0)", bytes: 10) }
        #expect(try await store.change(small) == 1)
        #expect(try await store.change(put(few, "a", bytes: 20)) == 2)
        #expect(try await store.change(put(many, "b", bytes: 30)) == 3)
        #expect(try await store.change(put(few, "c", bytes: 40)) == 4)
        try await store.close()

        let (again, restored) = try scratch.open()
        let kept = try #require(restored)
        #expect(kept.fences.count == StoreLimits.runtimeFences && kept.fences.last?.id == "a")
        #expect(
            kept.fencesBeyondLimits == [
                many: RuntimeFenceUsage(count: 1, bytes: 30),
                few: RuntimeFenceUsage(count: 1, bytes: 40),
            ])
        let bytes = small.count * 10 + 90
        #expect(kept.fenceUsage == RuntimeFenceUsage(count: small.count + 3, bytes: bytes))
        #expect(try await again.change(.forgetAll) == 5)
        let large = StoreLimits.valueBytes
        for number in 0...StoreLimits.runtimeFences_bytes / large {
            _ = try await again.change(put(few, "\(number)", bytes: large))
        }
        try await again.close()

        let (last, large_) = try scratch.open()
        #expect(large_?.fences.count == StoreLimits.runtimeFences_bytes / large)
        #expect(large_?.fencesBeyondLimits == [few: RuntimeFenceUsage(count: 1, bytes: large)])
        try await last.close()
    }

    @Test func oversizedValuesAreRefused() async throws {
        let scratch = try Scratch()
        let store = try scratch.open().store
        let failure = await #expect(throws: StorageFailure.self) {
            try await store.append(event(size: StoreLimits.valueBytes + 1))
        }
        #expect(failure?.kind == .tooLarge)
        #expect(failure?.detail.hasPrefix("entered of m for f: ") == true)
        var batch = EventBatch(
            events: [event("exited"), event(size: StoreLimits.valueBytes + 1), event(fence: "c")],
            changes: [.monitor("m", .stopped)])
        #expect(batch.removeOversized().map(\.type) == ["entered"])
        #expect(batch.events == [event("exited"), event(fence: "c")])
        #expect(batch.changes.count == 1)
        #expect(try await store.append(event(size: StoreLimits.valueBytes)) == 1...1)
        try await store.close()
    }
}
