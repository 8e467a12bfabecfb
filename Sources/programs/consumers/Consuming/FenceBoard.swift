public import ControlProtocol

/// The state of every fence that is not outside, newest only.
public struct FenceBoard: Sendable {
    /// A fence of a monitor.
    public struct Key: Hashable, Sendable {
        /// The name of the monitor.
        public var monitor: String
        /// The id of the fence.
        public var fence: String

        /// The fence of that id.
        public init(monitor: String, fence: String) {
            self.monitor = monitor
            self.fence = fence
        }
    }

    /// The state of a fence, as a message gives it.
    public struct State: Hashable, Sendable {
        /// `inside`, `outside` or `unknown`.
        public var word: String
        /// Since when, RFC 3339; nil where that is not known.
        public var since: String?
        /// The event that led to it, or after which it was so.
        public var seq: Int64
    }

    /// Fences that are not outside.
    public private(set) var states: [Key: State] = [:]
    /// The states in the parts of a snapshot so far; nil between snapshots.
    private var fresh: [Key: State]?
    private var freshMonitors: [String] = []
    /// The monitors.
    public private(set) var monitors: [String] = []
    /// Whether a whole snapshot was taken.
    public private(set) var isKnown = false
    /// Fences whose state has changed since `takeChanged`.
    public private(set) var changed: Set<Key> = []
    /// The last event that the states contain; 0 before the first.
    public private(set) var seq: Int64 = 0

    /// A board before the first snapshot.
    public init() {}

    /// The ids of the fences that are inside, in order.
    public var inside: [String] {
        Set(states.filter { $0.value.word == "inside" }.keys.map(\.fence)).sorted()
    }

    /// The state of a fence; one that is not known is outside.
    public func state(of key: Key) -> State {
        states[key] ?? State(word: isKnown ? "outside" : "unknown", seq: seq)
    }

    /// Takes a part of a snapshot.
    public mutating func take(_ snapshot: Snapshot) {
        if !snapshot.monitors.isEmpty || fresh == nil {
            fresh = [:]
            freshMonitors = snapshot.monitors.map(\.name)
        }
        seq = max(seq, snapshot.seq)
        for fence in snapshot.fences where fence.state != "outside" {
            guard let monitor = fence.monitor else { continue }
            let word = fence.state == "inside" ? "inside" : "unknown"
            fresh?[Key(monitor: monitor, fence: fence.id)] = State(
                word: word, since: word == "inside" ? fence.entered_at : nil, seq: snapshot.seq)
        }
        guard snapshot.next == nil, let fresh else { return }
        for key in Set(states.keys).union(fresh.keys) where states[key]?.word != fresh[key]?.word {
            changed.insert(key)
        }
        // A state that has not changed keeps the event that led to it.
        states = fresh.merging(states) { new, old in
            new.word == old.word && new.since == old.since ? old : new
        }.filter { fresh[$0.key] != nil }
        monitors = freshMonitors
        isKnown = true
        self.fresh = nil
    }

    /// Takes an event. Returns whether a snapshot is needed, because the event may have changed more fences.
    public mutating func take(_ event: EventRecord) -> Bool {
        guard !event.history else { return false }
        seq = max(seq, event.seq)
        guard let monitor = event.monitor, let fence = event.fence else {
            return !["source-changed", "daemon-started", "daemon-stopped"].contains(event.type)
        }
        let key = Key(monitor: monitor, fence: fence)
        switch event.type {
        case "entered":
            set(key, State(word: "inside", since: event.entered_at, seq: event.seq))
        case "exited": set(key, nil)
        case "dwelled", "flapping", "possible-pass": break
        default: return true
        }
        return false
    }

    /// The fences whose state has changed since the last call.
    public mutating func takeChanged() -> Set<Key> {
        defer { changed = [] }
        return changed
    }

    private mutating func set(_ key: Key, _ state: State?) {
        states[key] = state
        changed.insert(key)
    }
}
