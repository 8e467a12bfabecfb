import Geofencing

extension EventDatabase {
    /// Applies a change of a runtime fence, within a transaction.
    func apply(_ change: RuntimeFenceChange, revision: Int64) throws(SQLiteError) {
        knownFenceBytes = nil
        switch change {
        case .put(let fence):
            try connection.run(
                "INSERT OR REPLACE INTO runtime_fence VALUES (?, ?, ?, ?)",
                .text(fence.set.text), .text(fence.id), .optional(fence.geoJSON),
                .integer(revision))
        case .forget(let set, let id):
            try connection.run(
                "DELETE FROM runtime_fence WHERE fence_set = ? AND fence = ?", .text(set.text),
                .text(id))
        case .forgetSet(let set):
            try connection.run("DELETE FROM runtime_fence WHERE fence_set = ?", .text(set.text))
        case .forgetAll:
            try connection.run("DELETE FROM runtime_fence")
        }
    }

    /// The bytes of the file that runtime fences use, without the free space of their last pages.
    ///
    /// Computed once after a change, and only where it matters: it reads all of them.
    func fenceBytes() throws(SQLiteError) -> Int {
        if let knownFenceBytes { return knownFenceBytes }
        // The table and its index both hold set and id.
        let bytes = try connection.integer(
            """
            SELECT sum(2 * length(CAST(fence_set || fence AS BLOB))
                + coalesce(length(CAST(geojson AS BLOB)), 0)) FROM runtime_fence
            """)
        knownFenceBytes = Int(bytes ?? 0)
        return Int(bytes ?? 0)
    }

    /// The runtime fences in order, as far as the limits allow, and how many there are beyond. A
    /// version without limits may have stored far more than fits into memory.
    func runtimeFences() throws(SQLiteError) -> (
        fences: [RuntimeFence], beyond: [FenceSetName: RuntimeFenceUsage]
    ) {
        var rows: [Int64] = []
        var beyond: [FenceSetName: RuntimeFenceUsage] = [:]
        var total = RuntimeFenceUsage()
        // Sorts row ids only: sorting whole fences would hold all of them in memory.
        try connection.each(
            """
            SELECT rowid, fence_set, length(CAST(fence AS BLOB))
                + coalesce(length(CAST(geojson AS BLOB)), 0)
            FROM runtime_fence ORDER BY revision, rowid
            """
        ) { row in
            let usage = RuntimeFenceUsage(count: 1, bytes: Int(row.integer(2)))
            if (total + usage).isWithinLimits, beyond.isEmpty {
                total = total + usage
                rows.append(row.integer(0))
            } else {
                let set = FenceSetName(row.text(1) ?? "")
                beyond[set] = (beyond[set] ?? RuntimeFenceUsage()) + usage
            }
            return true
        }
        var fences: [RuntimeFence] = []
        for rowid in rows {
            try connection.each(
                "SELECT fence_set, fence, geojson, revision FROM runtime_fence WHERE rowid = ?",
                [.integer(rowid)]
            ) { row in
                fences.append(
                    RuntimeFence(
                        set: FenceSetName(row.text(0) ?? ""), id: row.text(1) ?? "",
                        geoJSON: row.text(2), revision: row.integer(3)))
                return false
            }
        }
        return (fences, beyond)
    }
}

/// Identifies a fence of a monitor.
struct FenceKey: Hashable {
    /// The monitor.
    var monitor: String
    /// The fence's id.
    var fence: String
}
