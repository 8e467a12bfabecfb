import ControlProtocol
import Geofencing

/// A page of the list of fences while it is filled.
struct FencePage {
    /// The page so far.
    private(set) var list = FenceList(fences: [])
    /// The only state of which fences are listed; nil for all.
    private let state: String?
    private let limit: Int
    private var passed = 0
    private var last: FencePlace?
    private var room_bytes = Limits.fencePage_bytes

    /// An empty page for as many fences as fit.
    init() { (limit, state) = (Limits.listedFences, nil) }

    /// An empty page for so many fences. Throws `invalidParams` when they are less than one, or when there is no
    /// such state.
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

    /// How many fences to look up: one more than the page takes shows whether another follows.
    var asked: Int { limit + 1 }

    /// Adds a fence, unless it has another state than those listed. Returns false when the page is full, or
    /// has passed enough fences; `next` of the list is then set. The first fence always fits.
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
    /// An upper bound of its bytes on the wire, as a rule; encoding it to count them would take as long as
    /// the answer.
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
