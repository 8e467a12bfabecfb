import Geodesy

/// The fences of one set as they stand: those of the file, less what was taken away, and beside
/// them what was added at run time. Changing one fence never rebuilds the others.
struct FenceCatalog: Sendable {
    let name: FenceSetName
    private(set) var base: FenceTable
    /// What was wrong when the set was loaded.
    var problems: [String]
    /// The ids of fences that are there but cannot be judged.
    var invalid: Set<String>
    /// Whether the set could be loaded at all.
    var isAvailable: Bool
    /// Every different setting that occurs; grows only.
    private(set) var settings: [FenceSettings]

    private var hidden: Set<FenceNumber> = []
    private var added: [AddedFence?] = []
    private var freeSlots: [Int] = []
    private var addedByID: [String: Int] = [:]

    private struct AddedFence: Sendable {
        var fence: Fence
        var shape: ShapeStore
        var settingsIndex: Int
        var hash: UInt32
        var box: BoundingBox
        var radius_m: Double
    }

    init(name: FenceSetName, loaded: LoadedFences) {
        self.name = name
        let set = loaded.set ?? FenceSet.make([]).set
        base = set?.table ?? FenceCatalog.emptyTable
        problems = loaded.problems
        invalid = loaded.invalid
        isAvailable = loaded.set != nil
        settings = base.settings
    }

    private static let emptyTable = FenceTable(
        shapes: ShapeStore(), drawn: [], ids: TextColumn(), names: TextColumn(),
        properties: TextColumn(), settings: [FenceSettings()], settingsIndices: [], byID: [],
        bufferless: [], hashes: [])
}

extension FenceCatalog {
    /// How many fences there are.
    var count: Int { base.byID.count - hidden.count + addedByID.count }

    /// The numbers of the fences of the file that still stand, then those added, in no order that
    /// matters.
    var numbers: [FenceNumber] {
        base.byID.filter { !hidden.contains($0) } + addedNumbers
    }

    /// The numbers of the fences added at run time.
    var addedNumbers: [FenceNumber] {
        added.indices.compactMap { added[$0] == nil ? nil : FenceNumber(base.count + $0) }
    }

    /// Every number in order of id.
    var numbersByID: [FenceNumber] {
        guard !addedByID.isEmpty else { return numbers }
        return numbers.map { ($0, id($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// The numbers of the fences that need a buffer.
    var bufferless: [FenceNumber] {
        base.bufferless.filter { !hidden.contains($0) }
            + addedNumbers.filter { fence($0).shape.needsBuffer }
    }

    func isHidden(_ number: FenceNumber) -> Bool {
        !hidden.isEmpty && hidden.contains(number)
    }

    func number(of id: String) -> FenceNumber? {
        if let slot = addedByID[id] { return FenceNumber(base.count + slot) }
        return base.number(of: id).flatMap { hidden.contains($0) ? nil : $0 }
    }

    func id(_ number: FenceNumber) -> String {
        addition(number)?.fence.id ?? base.ids[Int(number)]
    }

    func fence(_ number: FenceNumber) -> Fence {
        addition(number)?.fence ?? base.fence(number)
    }

    func settingsIndex(_ number: FenceNumber) -> Int {
        Int(number) < base.count
            ? base.settingsIndex(number) : added[Int(number) - base.count]?.settingsIndex ?? 0
    }

    func contentHash(_ number: FenceNumber) -> UInt32 {
        addition(number)?.hash ?? base.hashes[Int(number)]
    }

    /// Changes with the content of any fence; the order does not matter.
    var contentHash: UInt64 {
        var sum: UInt64 = 0
        for number in numbers { sum &+= UInt64(contentHash(number)) &* 0x9e37_79b9_7f4a_7c15 }
        return sum
    }

    /// Metres from a place to the boundary as drawn: negative inside.
    func signedDistance(_ number: FenceNumber, from standpoint: Standpoint) -> Double {
        if Int(number) < base.count {
            return base.shapes.signedDistance(from: standpoint, shape: Int(number))
        }
        return added[Int(number) - base.count]?.shape.signedDistance(from: standpoint, shape: 0)
            ?? .infinity
    }

    func boundingBox(_ number: FenceNumber) -> BoundingBox {
        if Int(number) < base.count { return base.shapes.boundingBox(of: Int(number)) }
        guard let addition = addition(number) else {
            preconditionFailure("fence number \(number) is not in use")
        }
        return addition.shape.boundingBox(of: 0)
    }

    /// At least the greatest radius in metres of any fence as drawn.
    var greatestRadius_m: Double {
        var radius_m = base.index.greatestRadius_m
        for addition in added {
            if let addition { radius_m = max(radius_m, addition.radius_m) }
        }
        return radius_m
    }

    /// Visits the fences that a search is interested in: those of the file through their index,
    /// those added at run time one by one.
    func visit(_ search: FenceIndex.Search, _ body: (FenceNumber, FenceIndex.Finding) -> Void) {
        base.index.visit(search) { number, finding in
            if !isHidden(number) { body(number, finding) }
        }
        for (slot, addition) in added.enumerated() {
            guard let addition, let finding = search.finding(addition.box) else { continue }
            body(FenceNumber(base.count + slot), finding)
        }
    }

    /// Metres of the radius of the least circle around the fence as drawn.
    func enclosingRadius(_ number: FenceNumber) -> Double {
        if Int(number) < base.count {
            return base.shapes.enclosingCircle(of: Int(number)).radius
        }
        return addition(number)?.shape.enclosingCircle(of: 0).radius ?? 0
    }

    /// Adds a fence or puts it in the place of the one with its id; gives its number.
    mutating func put(_ fence: Fence) throws(ShapeProblem) -> FenceNumber {
        var builder = ShapeStore.Builder()
        _ = try builder.append(fence.shape)
        remove(id: fence.id)
        let index = settings.firstIndex(of: fence.settings) ?? settings.count
        if index == settings.count { settings.append(fence.settings) }
        let shape = builder.finish()
        let addition = AddedFence(
            fence: fence, shape: shape, settingsIndex: index, hash: fence.contentHash,
            box: shape.boundingBox(of: 0), radius_m: shape.enclosingCircle(of: 0).radius)
        let slot = freeSlots.popLast() ?? added.count
        if slot == added.count { added.append(addition) } else { added[slot] = addition }
        addedByID[fence.id] = slot
        return FenceNumber(base.count + slot)
    }

    /// Takes a fence away, if there is one with that id.
    mutating func remove(id: String) {
        if let slot = addedByID.removeValue(forKey: id) {
            added[slot] = nil
            freeSlots.append(slot)
        } else if let number = base.number(of: id) {
            hidden.insert(number)
        }
    }

    /// Whether the two hold the same fences with the same problems.
    func isSame(as other: FenceCatalog) -> Bool {
        isAvailable == other.isAvailable && problems == other.problems && count == other.count
            && contentHash == other.contentHash && settings == other.settings
            && numbersByID.map(id) == other.numbersByID.map(other.id)
    }

    /// Forgets the problem of a fence that was given anew or is gone.
    mutating func clearProblem(of id: String) {
        invalid.remove(id)
        problems.removeAll { $0.hasPrefix("fence '\(id)'") }
    }

    private func addition(_ number: FenceNumber) -> AddedFence? {
        Int(number) < base.count ? nil : added[Int(number) - base.count]
    }
}
