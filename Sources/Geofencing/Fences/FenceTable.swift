import Geodesy

/// The fences of one set in columns, numbered from 0 in the order they were read.
final class FenceTable: Sendable {
    let shapes: ShapeStore
    let drawn: [Shape]
    let ids: TextColumn
    /// Empty where the name is the id.
    let names: TextColumn
    /// Empty where a fence has none.
    let properties: TextColumn
    /// The different settings that occur.
    let settings: [FenceSettings]
    /// Which of them a fence has; empty when all have the first.
    let settingsIndices: [UInt32]
    /// The numbers in order of id.
    let byID: [FenceNumber]
    /// Fences that are no area: they need a buffer.
    let bufferless: [FenceNumber]
    /// Where they are.
    let index: FenceIndex
    /// What tells one fence's content from another's.
    let hashes: [UInt32]

    init(
        shapes: ShapeStore, drawn: [Shape], ids: TextColumn, names: TextColumn,
        properties: TextColumn, settings: [FenceSettings], settingsIndices: [UInt32],
        byID: [FenceNumber], bufferless: [FenceNumber], hashes: [UInt32]
    ) {
        self.shapes = shapes
        self.drawn = drawn
        self.ids = ids
        self.names = names
        self.properties = properties
        self.settings = settings
        self.settingsIndices = settingsIndices
        self.byID = byID
        self.bufferless = bufferless
        self.hashes = hashes
        index = FenceIndex(byID) { shapes.boundingBox(of: Int($0)) }
    }

    /// A table without fences.
    static let empty = FenceTable(
        shapes: ShapeStore(), drawn: [], ids: TextColumn(), names: TextColumn(),
        properties: TextColumn(), settings: [FenceSettings()], settingsIndices: [], byID: [],
        bufferless: [], hashes: [])

    var count: Int { ids.count }

    func id(_ number: FenceNumber) -> String { ids[Int(number)] }

    func settingsIndex(_ number: FenceNumber) -> Int {
        settingsIndices.isEmpty ? 0 : Int(settingsIndices[Int(number)])
    }

    func name(_ number: FenceNumber) -> String {
        names.isEmpty(at: Int(number)) ? ids[Int(number)] : names[Int(number)]
    }

    func propertiesText(_ number: FenceNumber) -> String? {
        properties.isEmpty(at: Int(number)) ? nil : properties[Int(number)]
    }

    func fence(_ number: FenceNumber) -> Fence {
        Fence(
            id: ids[Int(number)], name: name(number), shape: drawn[Int(number)],
            properties: propertiesText(number), settings: settings[settingsIndex(number)])
    }

    /// The number of the fence of that id, found in logarithmic time.
    func number(of id: String) -> FenceNumber? {
        var (low, high) = (0, byID.count)
        while low < high {
            let middle = (low + high) / 2
            let order = ids.compare(Int(byID[middle]), with: id)
            if order == 0 { return byID[middle] }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}
