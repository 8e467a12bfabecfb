import Suggestions

/// Assigns unique ids to the fences of a file.
struct FenceIdentities {
    /// The maximum size of an id in bytes, so that it fits into tables, journal fields and topics.
    static let maximumIDBytes = 256

    private var taken = TakenIDs()
    /// Whether the last id is derived from the position of its feature.
    private(set) var isPlaceholder = false

    /// Returns the id of a feature: its own id, its name, or one derived from its position.
    ///
    /// - Throws: `Refusal` when its own id is invalid or in use. A name in use is not an error,
    ///   because several places may have the same name.
    mutating func id(
        own: String?, name: String?, feature: Int
    ) throws(Refusal) -> String {
        isPlaceholder = false
        if let own {
            guard Self.isValidID(own) else {
                throw Refusal(
                    "the id must be 1 to \(Self.maximumIDBytes) bytes of text without control "
                        + "characters")
            }
            guard let earlier = taken.insert(own) else { return own }
            throw Refusal(
                Array(earlier.utf8) == Array(own.utf8)
                    ? "the id \"\(own)\" is already used by an earlier feature"
                    : "the id \"\(own)\" equals that of an earlier feature in another "
                        + "Unicode form",
                hint: "give each feature a unique id")
        }
        if let name, Self.isValidID(name), taken.insert(name) == nil { return name }
        isPlaceholder = true
        let fallback = "feature-\(feature)"
        guard taken.insert(fallback) == nil else {
            throw Refusal(
                "its fallback id \"\(fallback)\" is already used by an earlier feature",
                hint: "give the feature an id")
        }
        return fallback
    }

    /// Whether a text can be an id.
    private static func isValidID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= maximumIDBytes && !text.hasControls
    }
}

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
