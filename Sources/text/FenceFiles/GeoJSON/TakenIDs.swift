/// The ids of a file so far. Takes a fraction of the memory of a set of strings: the bytes are in
/// one array, and a hash table has their offsets. Ids that differ only in Unicode normalization are
/// equal, as in every comparison of strings.
struct TakenIDs {
    /// The length of each id in two bytes, then its bytes.
    private var bytes: [UInt8] = []
    /// An open hash table of offsets in `bytes` plus one; 0 is a free slot.
    private var slots: [UInt32] = []
    private var count = 0

    /// Inserts an id. Returns nil, or an equal id that was inserted before.
    mutating func insert(_ id: String) -> String? {
        // The table is at most half full, so that a free slot is close.
        if slots.count <= 2 * count { grow() }
        let slot = slot(of: id)
        guard slots[slot] == 0 else { return text(at: slots[slot]) }
        slots[slot] = UInt32(bytes.count) + 1
        bytes.append(UInt8(truncatingIfNeeded: id.utf8.count))
        bytes.append(UInt8(truncatingIfNeeded: id.utf8.count >> 8))
        bytes.append(contentsOf: id.utf8)
        count += 1
        return nil
    }

    /// Returns the slot of an id, or the free slot for it.
    private func slot(of id: String) -> Int {
        var slot = id.hashValue & (slots.count - 1)
        while slots[slot] != 0, text(at: slots[slot]) != id {
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private func text(at place: UInt32) -> String {
        String(decoding: bytes[range(at: place)], as: UTF8.self)
    }

    private func range(at place: UInt32) -> Range<Int> {
        let start = Int(place) + 1
        return start..<start + Int(bytes[start - 2]) + Int(bytes[start - 1]) << 8
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt32](repeating: 0, count: max(16, 2 * old.count))
        for place in old where place != 0 {
            slots[slot(of: text(at: place))] = place
        }
    }
}
