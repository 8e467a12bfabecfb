import Geodesy

extension FenceSet.Builder {
    /// Creates the set of all collected fences. Of several fences with one id, it contains the
    /// first.
    public consuming func finish() -> LoadedFences {
        let sorted = uniqueByID()
        let order = alongCurve(sorted)
        let block = packed(order, byID: sorted)
        let (problems, invalid) = (problems, invalid)
        let shapes = shapes.finish(order: order)
        guard let table = FenceTable(block: block, shapes: shapes) else {
            preconditionFailure("a set of \(order.count) fences was packed wrongly")
        }
        return LoadedFences(
            set: FenceSet(table: table), problems: problems, invalid: invalid)
    }

    /// Returns the fences in order of id, without those whose id occurred before.
    private mutating func uniqueByID() -> [UInt32] {
        var sorted = ids.sorted()
        var kept = 0
        for number in sorted {
            if kept > 0, ids.compare(Int(sorted[kept - 1]), with: Int(number)) == 0 {
                let id = ids[Int(number)]
                problems.append("fence '\(id)': the id occurs again; give each its own")
            } else {
                sorted[kept] = number
                kept += 1
            }
        }
        sorted.removeSubrange(kept...)
        return sorted
    }

    /// Returns the fences in order of their positions on the Hilbert curve.
    private borrowing func alongCurve(_ fences: [UInt32]) -> [UInt32] {
        var keys = fences.map { UInt64(places[Int($0)]) << 32 | UInt64($0) }
        keys.sort()
        return keys.map { UInt32(truncatingIfNeeded: $0) }
    }

    /// Returns the columns of a table.
    private borrowing func packed(_ order: [UInt32], byID sorted: [UInt32]) -> Block {
        var schedules = TextRun(in: .heap)
        let settings = settings.isEmpty ? [FenceSettings()] : settings
        for one in settings { schedules.append(one.schedule?.text ?? "") }
        let all = (0..<UInt32(settings.count)).map(\.self)
        var layout = FenceTable.Layout()
        layout.fences = order.count
        layout.settings = settings.count
        layout.bufferless = sorted.count { needsBuffer[Int($0)] }
        layout.idBytes = ids.byteCount(of: order)
        layout.nameBytes = names.byteCount(of: order)
        layout.propertyBytes = properties.byteCount(of: order)
        layout.scheduleBytes = schedules.byteCount(of: all)
        layout.names = names.bytes.isEmpty ? 0 : order.count
        layout.properties = properties.bytes.isEmpty ? 0 : order.count
        layout.settingsIndices = settings.count > 1 ? order.count : 0
        layout.greatestRadius_m = greatestRadius_m
        return unsafe Block(byteCount: layout.byteCount, in: memory) { bytes in
            unsafe bytes.write([UInt8](repeating: 0, count: layout.nodesOffset), at: 0)
            unsafe bytes.write([layout], at: 0)
            unsafe bytes.write(digest(of: sorted).sums, at: layout.digestOffset)
            unsafe bytes.write(
                settings.flatMap(SettingsRecord.words), at: layout.settingsOffset)
            unsafe schedules.write(
                all, to: bytes, at: layout.schedulesOffset, ends: layout.scheduleEndsOffset)
            unsafe ids.write(order, to: bytes, at: layout.idsOffset, ends: layout.idEndsOffset)
            if layout.names > 0 {
                unsafe names.write(
                    order, to: bytes, at: layout.namesOffset, ends: layout.nameEndsOffset)
            }
            if layout.properties > 0 {
                unsafe properties.write(
                    order, to: bytes, at: layout.propertiesOffset, ends: layout.propertyEndsOffset)
            }
            unsafe writeRecords(order, byID: sorted, to: bytes, layout)
        }
    }

    /// Returns the digest of some of the fences.
    private borrowing func digest(of fences: [UInt32]) -> FenceDigest {
        var digest = FenceDigest()
        let validities = settings.map(\.validityHash)
        for number in fences.lazy.map(Int.init) {
            var id = StableHash()
            ids.combine(number, into: &id)
            digest.add(
                FenceDigest.Share(
                    id: id, contentHash: hashes[number],
                    validity: validities[Int(settingsIndices[number])]))
        }
        return digest
    }

    /// Writes the columns with records of fixed size.
    private borrowing func writeRecords(
        _ order: [UInt32], byID sorted: [UInt32], to bytes: UnsafeMutableRawBufferPointer,
        _ layout: FenceTable.Layout
    ) {
        let nodes = unsafe bytes.records(
            FenceIndex.Node.self, at: layout.nodesOffset, count: layout.nodes)
        unsafe FenceIndex.pack(nodes, over: order.count) { boxes[Int(order[$0])] }
        let hashes = unsafe bytes.records(
            UInt32.self, at: layout.hashesOffset, count: order.count)
        let indices = unsafe bytes.records(
            UInt32.self, at: layout.settingsIndicesOffset, count: layout.settingsIndices)
        var numbers = [FenceNumber](repeating: 0, count: ids.count)
        for (number, old) in order.enumerated() {
            unsafe hashes[number] = self.hashes[Int(old)]
            if layout.settingsIndices > 0 {
                unsafe indices[number] = settingsIndices[Int(old)]
            }
            numbers[Int(old)] = FenceNumber(number)
        }
        let byID = unsafe bytes.records(
            FenceNumber.self, at: layout.byIDOffset, count: order.count)
        let bufferless = unsafe bytes.records(
            FenceNumber.self, at: layout.bufferlessOffset, count: layout.bufferless)
        var found = 0
        for (place, old) in sorted.enumerated() {
            unsafe byID[place] = numbers[Int(old)]
            guard needsBuffer[Int(old)] else { continue }
            unsafe bufferless[found] = numbers[Int(old)]
            found += 1
        }
    }
}
