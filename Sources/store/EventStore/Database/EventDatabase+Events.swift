import Geofencing

extension Connection {
    /// Inserts an event under that number, within a transaction.
    func insert(_ event: NewEvent, seq: Seq, committed_ns: Int64) throws(SQLiteError) {
        try run(
            "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            .integer(seq), .text(event.type), .optional(event.monitor), .optional(event.fence),
            .optional(event.visit), .optional(event.time_ns), .integer(event.boot_ns),
            .integer(committed_ns), .blob(event.payload))
    }
}

extension EventDatabase {
    /// The next part of the log after `seq`: at most `limit` events that pass the filter, from at
    /// most one slice of rows.
    func page(after seq: Seq, limit: Int, filter: EventFilter) throws(SQLiteError) -> EventPage {
        var events: [StoredEvent] = []
        var last = seq
        try connection.each(
            Self.columns + " WHERE seq > ? ORDER BY seq LIMIT ?",
            [.integer(seq), .integer(Int64(StoreLimits.rowsPerSlice))]
        ) { row in
            last = row.integer(0)
            if filter.passes(type: row.text(1) ?? "", monitor: row.text(2), fence: row.text(3)) {
                events.append(Self.stored(row))
            }
            return events.count < limit
        }
        return EventPage(
            events: events, next: LogCursor(epoch: epoch, seq: last), first: first, head: head)
    }

    /// Adds the visit events of one slice of the log after `seq` to `visits`; returns where to
    /// continue, nil at the end.
    func gatherVisits(
        after seq: Seq, into visits: inout VisitList
    ) throws(SQLiteError) -> Seq? {
        let last = seq + Seq(StoreLimits.rowsPerSlice)
        // Moved out and back, so that the closure does not capture an inout parameter.
        var gathered = visits
        visits = VisitList(filter: gathered.filter)
        defer { visits = gathered }
        try connection.each(
            """
            SELECT seq, type, monitor, fence, visit, time_ns, committed_ns FROM event
            WHERE seq > ? AND seq <= ? AND visit IS NOT NULL ORDER BY seq
            """, [.integer(seq), .integer(last)]
        ) { row in
            let type = row.text(1) ?? ""
            if gathered.filter.passes(type: type, monitor: row.text(2), fence: row.text(3)) {
                gathered.add(
                    type, row.integer(0), of: row.text(4) ?? "",
                    time_ns: row.optionalInteger(5) ?? row.integer(6))
            }
            return true
        }
        return last < head ? last : nil
    }

    /// A visit with its events, as far as they are still retained.
    func visit(_ outline: VisitList.Outline) throws(SQLiteError) -> Visit {
        let first = try event(outline.first)
        return Visit(
            id: outline.id, first: outline.first, monitor: first?.event.monitor,
            fence: first?.event.fence, entered: try event(outline.entered),
            exited: try event(outline.exited), closed: try event(outline.closed),
            dwells: outline.dwells)
    }

    private func event(_ seq: Seq?) throws(SQLiteError) -> StoredEvent? {
        guard let seq else { return nil }
        var found: StoredEvent?
        try connection.each(Self.columns + " WHERE seq = ?", [.integer(seq)]) { row in
            found = Self.stored(row)
            return false
        }
        return found
    }

    /// The visits at these fences that have an event in the log and no end.
    func openVisits(of fences: Set<FenceKey>) throws(SQLiteError) -> [FenceKey: VisitName] {
        guard !fences.isEmpty else { return [:] }
        var open: [FenceKey: VisitName] = [:]
        try connection.each(
            "SELECT monitor, fence, visit, type FROM event WHERE visit IS NOT NULL ORDER BY seq"
        ) { row in
            let key = FenceKey(monitor: row.text(0) ?? "", fence: row.text(1) ?? "")
            guard fences.contains(key) else { return true }
            let hasEnded = ["exited", "visit-closed"].contains(row.text(3))
            open[key] = hasEnded ? nil : row.text(2).flatMap(VisitName.init(parsing:))
            return true
        }
        return open
    }

    /// The first event in the slice after `seq` that was committed at or after a time; nil for
    /// none.
    ///
    /// Scans every event, because a system clock that was set back leaves the times unordered.
    func seek(after seq: Seq, since_ns: Int64) throws(SQLiteError) -> Seq? {
        try connection.integer(
            """
            SELECT seq FROM event WHERE seq > ?1 AND seq <= ?1 + ?2
            AND committed_ns >= ?3 ORDER BY seq LIMIT 1
            """, .integer(seq), .integer(Int64(StoreLimits.rowsPerSlice)), .integer(since_ns))
    }

    /// Deletes one slice of the oldest events while rows or used bytes exceed their limit; returns
    /// whether it deleted any. The newest event always stays, because it carries the number.
    ///
    /// By slices, so that at the limit not every event costs another page: up to one slice of rows
    /// beyond the limit is kept for a while, and bytes, for which there is no such space, are
    /// trimmed one slice below their limit.
    func trim() throws(SQLiteError) -> Bool {
        let rows = head - first + 1
        let slice = min(
            min(rows, Int64(limits.rows)) / Int64(StoreLimits.shareOfDeletion),
            Int64(StoreLimits.rowsPerDeletion))
        let surplus = rows - Int64(limits.rows)
        var count = surplus > slice ? surplus : 0
        let used = try usedBytes()
        let usedByEvents = try used > limits.bytes ? used - fenceBytes() : used
        let mustMakeRoom = try mustMakeRoom()
        if usedByEvents > limits.bytes || mustMakeRoom { count = max(count, slice, 1) }
        count = min(count, Int64(StoreLimits.rowsPerDeletion), rows - 1)
        guard count > 0 else { return false }
        try commit { () throws(SQLiteError) in
            try connection.run("DELETE FROM event WHERE seq < ?", .integer(first + count))
        }
        first += count
        return true
    }

    /// The bytes of the file that are in use.
    func usedBytes() throws(SQLiteError) -> Int {
        let pages = try connection.integer("PRAGMA page_count") ?? 0
        let free = try connection.integer("PRAGMA freelist_count") ?? 0
        return Int(pages - free) * Self.pageSize
    }

    /// SQLite's default, fixed for every database by `Schema`.
    static let pageSize = 4_096

    private static let columns = """
        SELECT seq, type, monitor, fence, visit, time_ns, boot_ns, committed_ns, payload FROM event
        """

    private static func stored(_ row: Statement) -> StoredEvent {
        StoredEvent(
            seq: row.integer(0), committed_ns: row.integer(7),
            event: NewEvent(
                type: row.text(1) ?? "", monitor: row.text(2), fence: row.text(3),
                visit: row.text(4), time_ns: row.optionalInteger(5), boot_ns: row.integer(6),
                payload: row.bytes(8)))
    }
}
