/// The ids of a file so far, in a fraction of the memory of a set of strings: their bytes one after
/// another, and a table of where they lie. Two that are one text in two Unicode forms are one id, as
/// they are to everyone who compares strings.
struct TakenIDs {
    /// For each id its length in two bytes, then the id.
    private var bytes: [UInt8] = []
    /// Places in `bytes` plus one, by hash, each in the first free slot; 0 is free.
    private var slots: [UInt32] = []
    private var count = 0

    /// Takes an id, if it is not taken; else gives it as it was taken.
    mutating func insert(_ id: String) -> String? {
        // Half empty, so that a free slot is near.
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

    /// The slot that an id is in, else the one that is free for it.
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
