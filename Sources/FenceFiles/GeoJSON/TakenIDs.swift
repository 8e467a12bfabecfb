/// The ids of a file so far, in a fraction of the memory of a set of strings: their bytes one after
/// another, and a table of where they lie.
struct TakenIDs {
    /// For each id its length in two bytes, then the id.
    private var bytes: [UInt8] = []
    /// Places in `bytes` plus one, by hash, each in the first free slot; 0 is free.
    private var slots: [UInt32] = []
    private var count = 0

    /// Takes an id, if it is not taken.
    mutating func insert(_ id: String) -> Bool {
        // Half empty, so that a free slot is near.
        if slots.count <= 2 * count { grow() }
        var id = id
        let slot = id.withUTF8 { unsafe free(for: $0) }
        guard let slot else { return false }
        slots[slot] = UInt32(bytes.count) + 1
        bytes.append(UInt8(truncatingIfNeeded: id.utf8.count))
        bytes.append(UInt8(truncatingIfNeeded: id.utf8.count >> 8))
        bytes.append(contentsOf: id.utf8)
        count += 1
        return true
    }

    /// The slot for an id; nil when the id is in one.
    private func free(for id: UnsafeBufferPointer<UInt8>) -> Int? {
        var hasher = Hasher()
        unsafe hasher.combine(bytes: UnsafeRawBufferPointer(id))
        var slot = hasher.finalize() & (slots.count - 1)
        while slots[slot] != 0 {
            if unsafe bytes[range(at: slots[slot])].elementsEqual(id) { return nil }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private func range(at place: UInt32) -> Range<Int> {
        let start = Int(place) + 1
        return start..<start + Int(bytes[start - 2]) + Int(bytes[start - 1]) << 8
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt32](repeating: 0, count: max(16, 2 * old.count))
        for place in old where place != 0 {
            let range = range(at: place)
            let slot = unsafe bytes.withUnsafeBufferPointer { all in
                unsafe free(for: UnsafeBufferPointer(rebasing: all[range]))
            }
            if let slot { slots[slot] = place }
        }
    }
}
