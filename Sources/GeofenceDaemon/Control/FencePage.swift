import ControlProtocol

/// A page of the list of fences while it is filled.
struct FencePage {
    /// The page so far.
    private(set) var list = FenceList(fences: [])
    private let limit: Int
    private var room_bytes = Limits.fencePage_bytes

    /// An empty page for as many fences as fit.
    init() { limit = Limits.listedFences }

    /// An empty page for so many fences. Throws `invalidParams` when they are less than one.
    init(limit: Int?) throws(Failure) {
        let limit = limit ?? Limits.listedFences
        guard limit > 0 else {
            throw Failure(
                .invalidParams, "\"limit\" is \(limit), which is no page.",
                hint: "Ask for 1 to \(Limits.listedFences) fences.")
        }
        self.limit = min(limit, Limits.listedFences)
    }

    /// How many fences to look up: one more than the page takes shows whether another follows.
    var asked: Int { limit + 1 }

    /// Adds a fence; false when the page is full, and then it leads to the next one. The first
    /// fence always fits.
    mutating func add(_ fence: FenceState) -> Bool {
        let bytes = fence.mostBytes
        if let last = list.fences.last, list.fences.count == limit || bytes > room_bytes {
            list.next = FencePlace(fence: last.id, monitor: last.monitor)
            return false
        }
        room_bytes -= bytes
        list.fences.append(fence)
        return true
    }
}

extension FenceState {
    /// Bytes that it hardly takes more than on the wire; to encode it only to count them would take as long
    /// as to answer.
    fileprivate var mostBytes: Int {
        let texts = [id, name, set, monitor, visit].compactMap { $0?.mostBytesInJSON }
        return Self.restBytes + texts.reduce(0, +) + (properties?.bytes.count ?? 0)
    }

    /// Its keys and all other values.
    private static let restBytes = 400
}

extension String {
    /// Bytes that it takes at most within JSON: a quote, a backslash or a control character up to six.
    fileprivate var mostBytesInJSON: Int {
        utf8.reduce(0) { count, byte in
            count + (byte < 0x20 || byte == 0x22 || byte == 0x5C ? 6 : byte == 0x2F ? 2 : 1)
        }
    }
}
