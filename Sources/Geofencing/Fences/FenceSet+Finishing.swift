import Geodesy

extension FenceSet.Builder {
    /// The set of all fences taken; of several with one id the first.
    public consuming func finish() -> LoadedFences {
        let sorted = uniqueByID()
        var keys = sorted.map { UInt64(places[Int($0)]) << 32 | UInt64($0) }
        keys.sort()
        let order = keys.map { UInt32(truncatingIfNeeded: $0) }
        let shapes = takeShapes().finish(order: order)
        let block = packed(order, byID: sorted)
        guard let table = FenceTable(block: block, shapes: shapes) else {
            preconditionFailure("a set of \(order.count) fences was packed wrongly")
        }
        return LoadedFences(
            set: FenceSet(table: table), problems: problems, invalid: invalid)
    }

    /// The fences in order of id, without those whose id occurred before.
    private mutating func uniqueByID() -> [UInt32] {
        var unique: [UInt32] = []
        unique.reserveCapacity(ids.count)
        for number in ids.sorted() {
            if let last = unique.last, !ids.differ(last, number) {
                let id = String(decoding: ids[Int(number)], as: UTF8.self)
                problems.append("fence '\(id)': the id occurs again; give each its own")
            } else {
                unique.append(number)
            }
        }
        return unique
    }

    /// The shapes, which are not kept twice while they are packed.
    private mutating func takeShapes() -> ShapeStore.Builder {
        let taken = shapes
        shapes = ShapeStore.Builder()
        return taken
    }

    /// The columns of a table.
    private mutating func packed(_ order: [UInt32], byID sorted: [UInt32]) -> Block {
        var numbers = [FenceNumber](repeating: 0, count: ids.count)
        for (number, old) in order.enumerated() { numbers[Int(old)] = FenceNumber(number) }
        let byID = sorted.map { numbers[Int($0)] }
        let bufferless = sorted.compactMap { needsBuffer[Int($0)] ? numbers[Int($0)] : nil }
        let hashes = order.map { self.hashes[Int($0)] }
        let boxes = FenceIndex.packed(order.map { self.boxes[Int($0)] })
        let ids = ids.reordered(order)
        let names = names.bytes.isEmpty ? TextRun() : names.reordered(order)
        let properties = properties.bytes.isEmpty ? TextRun() : properties.reordered(order)
        let indices = settings.count > 1 ? order.map { settingsIndices[Int($0)] } : []
        let settings = settings.isEmpty ? [FenceSettings()] : settings
        var schedules = TextRun()
        for one in settings { schedules.append(one.schedule?.text ?? "") }
        var layout = FenceTable.Layout()
        layout.fences = order.count
        layout.settings = settings.count
        layout.bufferless = bufferless.count
        layout.idBytes = ids.bytes.count
        layout.nameBytes = names.bytes.count
        layout.propertyBytes = properties.bytes.count
        layout.scheduleBytes = schedules.bytes.count
        layout.names = names.count
        layout.properties = properties.count
        layout.settingsIndices = indices.count
        layout.greatestRadius_m = greatestRadius_m
        layout.contentSum = hashes.reduce(0) { $0 &+ FenceTable.share(ofHash: $1) }
        return unsafe Block(byteCount: layout.byteCount) { memory in
            unsafe memory.write([UInt8](repeating: 0, count: layout.boxesOffset), at: 0)
            unsafe memory.write([layout], at: 0)
            unsafe memory.write(boxes, at: layout.boxesOffset)
            unsafe memory.write(
                settings.map(SettingsRecord.init), at: layout.settingsOffset)
            unsafe memory.write(ids.ends, at: layout.idEndsOffset)
            unsafe memory.write(names.ends, at: layout.nameEndsOffset)
            unsafe memory.write(properties.ends, at: layout.propertyEndsOffset)
            unsafe memory.write(indices, at: layout.settingsIndicesOffset)
            unsafe memory.write(byID, at: layout.byIDOffset)
            unsafe memory.write(hashes, at: layout.hashesOffset)
            unsafe memory.write(bufferless, at: layout.bufferlessOffset)
            unsafe memory.write(schedules.ends, at: layout.scheduleEndsOffset)
            unsafe memory.write(ids.bytes, at: layout.idsOffset)
            unsafe memory.write(names.bytes, at: layout.namesOffset)
            unsafe memory.write(properties.bytes, at: layout.propertiesOffset)
            unsafe memory.write(schedules.bytes, at: layout.schedulesOffset)
        }
    }
}

extension FenceTable {
    /// What the content of one fence adds to the sum of all.
    static func share(ofHash hash: UInt32) -> UInt64 {
        UInt64(hash) &* 0x9e37_79b9_7f4a_7c15
    }
}
