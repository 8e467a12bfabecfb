import Geodesy

/// The fences of one set in flat columns, numbered from 0 along a Hilbert curve. Fences that are
/// near each other have near numbers, so their data is close together in memory and on disk.
///
/// The columns lie in two blocks, this one and that of the shapes. Their layout is the same in
/// memory and in a compiled file. They are immutable.
final class FenceTable: Sendable {
    let shapes: ShapeStore
    /// The index of the boxes of the fences.
    let index: FenceIndex
    let ids: TextColumn
    /// The names; nil when every name is the id. The name of a fence is empty when it is the id.
    let names: TextColumn?
    /// The properties; nil when no fence has any. The text of a fence without properties is empty.
    let properties: TextColumn?
    /// The different settings that occur.
    let settings: [FenceSettings]
    /// The index of the settings of each fence; nil when all fences have the first.
    let settingsIndices: Column<UInt32>?
    /// The numbers in order of id.
    let byID: Column<FenceNumber>
    /// The hashes of the contents of the fences.
    let hashes: Column<UInt32>
    /// The fences without an area, in order of id. They need a buffer.
    let bufferless: Column<FenceNumber>
    /// The digest of all fences.
    let digest: FenceDigest
    let block: Block

    /// Creates the table in that block, over the shapes of the same number of fences. Nil when
    /// block and shapes do not match, or when the block is not that of a table.
    ///
    /// Every number that refers to other data is checked, here or where it is used.
    init?(block: Block, shapes: ShapeStore) {
        guard let layout = block.header(Layout.self), layout.fits(byteCount: block.byteCount),
            shapes.count == layout.fences
        else { return nil }
        func column<Element>(_ offset: Int, _ count: Int) -> Column<Element> {
            Column(address: block.address + UInt(offset), count: count)
        }
        self.block = block
        self.shapes = shapes
        index = FenceIndex(
            nodes: column(layout.nodesOffset, layout.nodes), over: layout.fences,
            greatestRadius_m: layout.greatestRadius_m)
        ids = TextColumn(
            ends: column(layout.idEndsOffset, layout.fences),
            bytes: column(layout.idsOffset, layout.idBytes))
        names =
            layout.names == 0
            ? nil
            : TextColumn(
                ends: column(layout.nameEndsOffset, layout.fences),
                bytes: column(layout.namesOffset, layout.nameBytes))
        properties =
            layout.properties == 0
            ? nil
            : TextColumn(
                ends: column(layout.propertyEndsOffset, layout.fences),
                bytes: column(layout.propertiesOffset, layout.propertyBytes))
        let records: Column<UInt64> = column(
            layout.settingsOffset, layout.settings * SettingsRecord.wordCount)
        let schedules = TextColumn(
            ends: column(layout.scheduleEndsOffset, layout.settings),
            bytes: column(layout.schedulesOffset, layout.scheduleBytes))
        settings = (0..<layout.settings).map {
            SettingsRecord.settings(
                records, at: $0 * SettingsRecord.wordCount, schedule: schedules[$0])
        }
        settingsIndices =
            layout.settingsIndices == 0
            ? nil : column(layout.settingsIndicesOffset, layout.fences)
        byID = column(layout.byIDOffset, layout.fences)
        hashes = column(layout.hashesOffset, layout.fences)
        bufferless = column(layout.bufferlessOffset, layout.bufferless)
        digest = FenceDigest(column(layout.digestOffset, FenceDigest.groupCount))
        guard isSound else { return nil }
    }

    private var isSound: Bool {
        func isBelow(_ limit: Int, _ column: Column<UInt32>) -> Bool {
            (0..<column.count).allSatisfy { column[$0] < limit }
        }
        return index.isSound && isBelow(count, byID) && isBelow(count, bufferless)
            && settingsIndices.map { isBelow(settings.count, $0) } ?? true
    }
}

extension FenceTable {
    var count: Int { ids.ends.count }

    func settingsIndex(_ number: FenceNumber) -> Int {
        settingsIndices.map { Int($0[Int(number)]) } ?? 0
    }

    func id(_ number: FenceNumber) -> String { ids[Int(number)] }

    /// Returns the hash of the id of a fence alone.
    func idHash(_ number: FenceNumber) -> StableHash {
        var hash = StableHash()
        ids.combine(Int(number), into: &hash)
        return hash
    }

    /// Returns the contribution of a fence to the digest of the set.
    func share(_ number: FenceNumber) -> FenceDigest.Share {
        FenceDigest.Share(
            id: idHash(number), contentHash: hashes[Int(number)],
            validity: settings[settingsIndex(number)].validityHash)
    }

    /// Returns the name of a fence; nil when it is the id.
    func name(_ number: FenceNumber) -> String? {
        guard let names, !names.isEmpty(at: Int(number)) else { return nil }
        return names[Int(number)]
    }

    /// Returns the `properties` of the feature as JSON text; nil when it has none.
    func propertiesText(_ number: FenceNumber) -> String? {
        guard let properties, !properties.isEmpty(at: Int(number)) else { return nil }
        return properties[Int(number)]
    }

    func fence(_ number: FenceNumber) -> Fence {
        Fence(
            id: id(number), name: name(number) ?? id(number), shape: shapes.drawn(Int(number)),
            properties: propertiesText(number), settings: settings[settingsIndex(number)])
    }

    /// The numbers in order of id.
    var numbersByID: some RandomAccessCollection<FenceNumber> & Sendable {
        (0..<byID.count).lazy.map { self.byID[$0] }
    }

    /// The number of the fence with that id, found in logarithmic time; nil when there is none.
    func number(of id: String) -> FenceNumber? {
        let place = placeAfter(id)
        guard place > 0, ids.compare(Int(byID[place - 1]), with: id) == 0 else { return nil }
        return byID[place - 1]
    }

    /// Returns the first `limit` ids after `id`, or from the beginning, in byte order: those of
    /// the fences for which `isIncluded` returns true, merged with `others`. Only these ids are
    /// created as strings.
    func ids(
        after id: String?, limit: Int, and others: some Sequence<String>,
        where isIncluded: (FenceNumber) -> Bool
    ) -> [String] {
        var page: [String] = []
        for place in (id.map(placeAfter) ?? 0)..<byID.count {
            guard page.count < limit else { break }
            if isIncluded(byID[place]) { page.append(self.id(byID[place])) }
        }
        let behind = others.filter { other in
            id.map { $0.utf8.lexicographicallyPrecedes(other.utf8) } ?? true
        }
        guard !behind.isEmpty else { return page }
        page += behind
        page.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return Array(page.prefix(limit))
    }

    /// Returns the index in the order of ids at which the ids after `id` begin.
    private func placeAfter(_ id: String) -> Int {
        var (low, high) = (0, byID.count)
        while low < high {
            let middle = (low + high) / 2
            if ids.compare(Int(byID[middle]), with: id) <= 0 {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
