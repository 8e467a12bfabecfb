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

    /// Everything said about fences at run time, in order.
    func runtimeFences() throws(SQLiteError) -> [RuntimeFence] {
        var fences: [RuntimeFence] = []
        try connection.each(
            "SELECT fence_set, fence, geojson, revision FROM runtime_fence ORDER BY revision"
        ) { row in
            fences.append(
                RuntimeFence(
                    set: FenceSetName(row.text(0) ?? ""), id: row.text(1) ?? "",
                    geoJSON: row.text(2), revision: row.integer(3)))
            return true
        }
        return fences
    }
}
