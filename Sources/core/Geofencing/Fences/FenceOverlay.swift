import Geodesy

/// The runtime changes of a fence set: fences that were added or replaced, and fences of the file
/// that were thereby hidden or that were removed.
struct FenceOverlay: Sendable {
    /// The fences of the file that were replaced or removed.
    private(set) var hidden: Set<FenceNumber> = []
    /// The added fences, by slot; an empty slot is free.
    private(set) var added: [AddedFence?] = []
    /// An upper bound of the radius in metres of all fences that were ever added.
    private(set) var greatestRadius_m = 0.0
    private var freeSlots: [Int] = []
    private var slots: [String: Int] = [:]

    /// A fence that was added.
    struct AddedFence: Sendable {
        var fence: Fence
        /// A store with this one shape.
        var shape: ShapeStore
        var settingsIndex: Int
        var hash: UInt32
        var box: BoundingBox

        /// The hash of the id alone.
        var idHash: StableHash {
            var hash = StableHash()
            hash.combine(fence.id)
            return hash
        }

        /// The contribution of the fence to the digest of the set.
        var share: FenceDigest.Share {
            FenceDigest.Share(
                id: idHash, contentHash: hash, validity: fence.settings.validityHash)
        }
    }

    /// Whether there are no changes.
    var isEmpty: Bool { hidden.isEmpty && slots.isEmpty }

    /// The number of added fences.
    var addedCount: Int { slots.count }

    /// Returns the slot of an added fence.
    func slot(of id: String) -> Int? { slots.isEmpty ? nil : slots[id] }

    /// The ids of the added fences, in no particular order.
    var addedIDs: some Collection<String> { slots.keys }

    /// Adds a fence that has no slot yet.
    mutating func add(_ addition: AddedFence) {
        let slot = freeSlots.popLast() ?? added.count
        if slot == added.count { added.append(addition) } else { added[slot] = addition }
        slots[addition.fence.id] = slot
        let radius_m = FenceIndex.radius(of: addition.box)
        greatestRadius_m = max(greatestRadius_m, radius_m)
    }

    /// Removes and returns the added fence with that id; nil when there is none.
    mutating func removeAdded(id: String) -> AddedFence? {
        guard let slot = slots.removeValue(forKey: id) else { return nil }
        defer { added[slot] = nil }
        freeSlots.append(slot)
        return added[slot]
    }

    /// Hides a fence of the file; returns false when it was hidden already.
    mutating func hide(_ number: FenceNumber) -> Bool { hidden.insert(number).inserted }
}
