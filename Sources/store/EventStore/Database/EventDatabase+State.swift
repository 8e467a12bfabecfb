import Fixes
import FoundationEssentials
import Geofencing

extension EventDatabase {
    /// Applies a change of state, within a transaction.
    func apply(_ change: StateChange) throws(SQLiteError) {
        switch change {
        case .fence(let record):
            try connection.run(
                """
                INSERT INTO fence_state VALUES (?1, ?2, ?3)
                ON CONFLICT DO UPDATE SET record = ?3 WHERE record IS NOT ?3
                """, .text(record.monitor), .text(record.fence), .blob(Self.encode(record)))
        case .forgetFence(let monitor, let fence):
            try connection.run(
                "DELETE FROM fence_state WHERE monitor = ? AND fence = ?", .text(monitor),
                .text(fence))
        case .forgetMonitor(let monitor):
            try connection.run("DELETE FROM fence_state WHERE monitor = ?", .text(monitor))
            try connection.dropMeta(.evaluatedFences, monitor)
        case .monitor(let monitor, let status):
            try connection.setMeta(.status, monitor, .text(status.rawValue))
        case .evaluated(let monitor, let evaluated):
            if let evaluated {
                try connection.setMeta(.evaluatedFences, monitor, .blob(evaluated.bytes))
            } else {
                try connection.dropMeta(.evaluatedFences, monitor)
            }
        case .lastFix(let fix, let source):
            try connection.setMeta(.fix, source, .blob(Self.encode(fix)))
        case .kind(let kind, let isEnabled):
            try connection.setMeta(.kind, kind.rawValue, .integer(isEnabled ? 1 : 0))
        case .historyMark(let time_ns, let source):
            try connection.setMeta(.history, source, .integer(time_ns))
        }
    }

    /// Replaces the saved state, within a transaction. Unchanged rows are not written.
    func replace(with state: SavedState) throws(SQLiteError) {
        let fences = Set(state.fences.map { FenceKey(monitor: $0.monitor, fence: $0.fence) })
        for key in try fenceKeys() where !fences.contains(key) {
            try apply(.forgetFence(monitor: key.monitor, fence: key.fence))
        }
        for record in state.fences { try apply(.fence(record)) }
        try replace(.status, state.monitors.mapValues { .text($0.rawValue) })
        try replace(.evaluatedFences, state.evaluated.mapValues { .blob($0.bytes) })
        try replace(.fix, state.lastFixes.mapValues { .blob(Self.encode($0)) })
        for (kind, isEnabled) in state.kinds { try apply(.kind(kind, isEnabled)) }
        for (source, time_ns) in state.historyMarks {
            try apply(.historyMark(time_ns, source: source))
        }
    }

    /// The saved state, and the names of records that this version cannot read.
    func savedState() throws(SQLiteError) -> (state: SavedState, unreadable: [String]) {
        var state = SavedState()
        var unreadable: [String] = []
        var lost: Set<FenceKey> = []
        try connection.each("SELECT monitor, fence, record FROM fence_state") { row in
            let key = FenceKey(monitor: row.text(0) ?? "", fence: row.text(1) ?? "")
            if let record = Self.decode(FenceRecord.self, row.bytes(2)), record.isInRange,
                key == FenceKey(monitor: record.monitor, fence: record.fence)
            {
                state.fences.append(record)
            } else {
                lost.insert(key)
                unreadable.append("fence \(key.fence) of \(key.monitor)")
            }
            return true
        }
        // Without a record the fence would count as outside. A record whose hash matches no fence
        // makes it unknown and ends its open visit.
        let visits = try openVisits(of: lost)
        state.fences += lost.map { key in
            var record = FenceRecord(
                monitor: key.monitor, fence: key.fence, fenceHash: 0, reported: .unknown,
                raw: .unknown)
            record.visit = visits[key]
            return record
        }
        try connection.eachMeta(.status) { monitor, row in
            state.monitors[monitor] = row.text(1).flatMap(MonitorStatus.init(rawValue:))
            if state.monitors[monitor] == nil { unreadable.append("status of \(monitor)") }
        }
        try connection.eachMeta(.evaluatedFences) { monitor, row in
            state.evaluated[monitor] = EvaluatedFences(bytes: row.bytes(1))
            if state.evaluated[monitor] == nil {
                unreadable.append("fences evaluated by \(monitor)")
            }
        }
        try connection.eachMeta(.fix) { source, row in
            let fix = Self.decode(LastFix.self, row.bytes(1))
            state.lastFixes[source] = fix.flatMap { $0.isInRange ? $0 : nil }
            if state.lastFixes[source] == nil { unreadable.append("fix of \(source)") }
        }
        try connection.eachMeta(.kind) { kind, row in
            guard let kind = FenceKind(rawValue: kind) else { return unreadable.append(kind) }
            state.kinds[kind] = row.integer(1) != 0
        }
        try connection.eachMeta(.history) { source, row in
            state.historyMarks[source] = row.integer(1)
        }
        return (state, unreadable)
    }

    /// The last event that each sink has processed, never beyond the newest event.
    func deliveries() throws(SQLiteError) -> [String: LogCursor] {
        var found: [String: LogCursor] = [:]
        try connection.eachMeta(.delivery) { name, row in
            found[name] = LogCursor(epoch: epoch, seq: min(max(0, row.integer(1)), head))
        }
        return found
    }

    /// Keeps the record of a consumer, nil for one that is removed, within a transaction.
    func apply(_ record: [UInt8]?, ofConsumer name: String) throws(SQLiteError) {
        if let record {
            try connection.setMeta(.consumer, name, .blob(record))
        } else {
            try connection.dropMeta(.consumer, name)
        }
    }

    /// The record of each consumer.
    func consumers() throws(SQLiteError) -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        try connection.eachMeta(.consumer) { name, row in found[name] = row.bytes(1) }
        return found
    }

    private func replace(
        _ group: MetaGroup, _ values: [String: SQLValue]
    ) throws(SQLiteError) {
        var stale: [String] = []
        try connection.eachMeta(group) { name, _ in
            if values[name] == nil { stale.append(name) }
        }
        for name in stale { try connection.dropMeta(group, name) }
        for (name, value) in values { try connection.setMeta(group, name, value) }
    }

    private func fenceKeys() throws(SQLiteError) -> [FenceKey] {
        var keys: [FenceKey] = []
        try connection.each("SELECT monitor, fence FROM fence_state") { row in
            keys.append(FenceKey(monitor: row.text(0) ?? "", fence: row.text(1) ?? ""))
            return true
        }
        return keys
    }

    private static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        do {
            return [UInt8](try encoder.encode(value))
        } catch {
            preconditionFailure("plain values are always encodable: \(error)")
        }
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try? decoder.decode(type, from: Data(bytes))
    }
}
