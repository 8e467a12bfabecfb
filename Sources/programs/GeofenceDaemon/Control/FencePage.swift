import ControlProtocol
import Geofencing

/// A page of the list of fences while it is filled.
struct FencePage {
    /// The page so far.
    private(set) var list = FenceList(fences: [])
    /// The state of the fences to list; nil for every state.
    private let state: String?
    private let limit: Int
    private var passed = 0
    private var last: FencePlace?
    private var room_bytes = Limits.fencePage_bytes

    /// Creates an empty page for as many fences as fit.
    init() { (limit, state) = (Limits.listedFences, nil) }

    /// Creates an empty page for up to `limit` fences. Throws `invalidParams` when `limit` is less than 1, or
    /// when no fence can have `state`.
    init(limit: Int?, state: String? = nil) throws(Failure) {
        let limit = limit ?? Limits.listedFences
        guard limit > 0 else {
            throw Failure(
                .invalidParams, "\"limit\" is \(limit), which is less than 1.",
                hint: "Ask for 1 to \(Limits.listedFences) fences.")
        }
        if let state, FenceRecord.Side(rawValue: state) == nil {
            throw Failure(
                .invalidParams, "\"state\" is \"\(state)\", which no fence has.",
                hint: "There are: inside, outside, unknown.")
        }
        self.limit = min(limit, Limits.listedFences)
        self.state = state
    }

    /// The number of fences to look up: one more than fits on the page shows whether another follows.
    var asked: Int { limit + 1 }

    /// Adds a fence if it has the listed state. Returns false, and sets `next` of the list, when the page is
    /// full or `limit` fences were passed to it. The first fence always fits.
    mutating func add(_ fence: FenceState) -> Bool {
        let isListed = state == nil || fence.state == state
        let bytes = isListed ? fence.mostBytes : 0
        if let last, passed == limit || !list.fences.isEmpty && bytes > room_bytes {
            list.next = last
            return false
        }
        passed += 1
        last = FencePlace(fence: fence.id, monitor: fence.monitor)
        guard isListed else { return true }
        room_bytes -= bytes
        list.fences.append(fence)
        return true
    }
}

extension FenceState {
    /// The estimated bytes of the encoded fence, as a rule an upper bound. Encoding it to count them would
    /// take as long as encoding the answer.
    fileprivate var mostBytes: Int {
        let texts = [id, name, set, monitor, visit].compactMap { $0?.mostBytesInJSON }
        return Self.restBytes + texts.reduce(0, +) + (properties?.bytes.count ?? 0)
    }

    /// The bytes of the keys and of all other values.
    private static let restBytes = 400
}

extension String {
    /// The most bytes of the text in JSON: six for a quote, backslash or control character, two for a slash.
    fileprivate var mostBytesInJSON: Int {
        utf8.reduce(0) { count, byte in
            count + (byte < 0x20 || byte == 0x22 || byte == 0x5C ? 6 : byte == 0x2F ? 2 : 1)
        }
    }
}
