import Geodesy

/// What was changed of a set of fences at run time: fences that were added or put in the place of
/// others, and fences of the file that are hidden by that or were taken away.
struct FenceOverlay: Sendable {
    /// Fences of the file that do not count any more.
    private(set) var hidden: Set<FenceNumber> = []
    /// The fences added, by slot; a slot without one is free.
    private(set) var added: [AddedFence?] = []
    /// At least the greatest radius in metres of any fence that was ever added.
    private(set) var greatestRadius_m = 0.0
    private var freeSlots: [Int] = []
    private var slots: [String: Int] = [:]

    /// A fence that was added.
    struct AddedFence: Sendable {
        var fence: Fence
        /// A store of this one shape.
        var shape: ShapeStore
        var settingsIndex: Int
        var hash: UInt32
        var box: BoundingBox

        /// The hash of its id, and of nothing else.
        var idHash: StableHash {
            var hash = StableHash()
            hash.combine(fence.id)
            return hash
        }

        /// What it adds to the digest of all.
        var share: FenceDigest.Share {
            FenceDigest.Share(
                id: idHash, contentHash: hash, validity: fence.settings.validityHash)
        }
    }

    /// Whether nothing was changed.
    var isEmpty: Bool { hidden.isEmpty && slots.isEmpty }

    /// How many fences are added.
    var addedCount: Int { slots.count }

    /// The slot of an added fence.
    func slot(of id: String) -> Int? { slots.isEmpty ? nil : slots[id] }

    /// The ids of the added fences, in no order that matters.
    var addedIDs: some Collection<String> { slots.keys }

    /// Adds a fence that has no slot yet.
    mutating func add(_ addition: AddedFence) {
        let slot = freeSlots.popLast() ?? added.count
        if slot == added.count { added.append(addition) } else { added[slot] = addition }
        slots[addition.fence.id] = slot
        let radius_m = FenceIndex.radius(of: addition.box)
        greatestRadius_m = max(greatestRadius_m, radius_m)
    }

    /// Takes an added fence away, if there is one of that id.
    mutating func removeAdded(id: String) -> AddedFence? {
        guard let slot = slots.removeValue(forKey: id) else { return nil }
        defer { added[slot] = nil }
        freeSlots.append(slot)
        return added[slot]
    }

    /// Lets a fence of the file count no more. False when it did not count before.
    mutating func hide(_ number: FenceNumber) -> Bool { hidden.insert(number).inserted }
}
