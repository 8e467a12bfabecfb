import Geofencing

extension Ledger {
    /// Keeps a change of a fence made at run time, within a transaction.
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

    /// Bytes of the file that fences of run time take, without what their last pages leave free.
    ///
    /// Added up once after a change, where it matters: that reads all of them.
    func fenceBytes() throws(SQLiteError) -> Int {
        if let knownFenceBytes { return knownFenceBytes }
        // Set and id are in the table and in its index.
        let bytes = try connection.integer(
            """
            SELECT sum(2 * length(CAST(fence_set || fence AS BLOB))
                + coalesce(length(CAST(geojson AS BLOB)), 0)) FROM runtime_fence
            """)
        knownFenceBytes = Int(bytes ?? 0)
        return Int(bytes ?? 0)
    }

    /// What was said about fences at run time, in order, as far as the limits go, and how much there is
    /// beyond them. A version without limits may have kept far more than fits memory.
    func runtimeFences() throws(SQLiteError) -> (
        fences: [RuntimeFence], beyond: [FenceSetName: RuntimeFenceUsage]
    ) {
        var rows: [Int64] = []
        var beyond: [FenceSetName: RuntimeFenceUsage] = [:]
        var total = RuntimeFenceUsage()
        // Sorted without the fences themselves, which would all be in memory for that.
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
