/// A fence as it stands under one monitor, or as it waits in a set that no monitor watches.
public struct FenceState: Sendable, Hashable, Codable {
    /// Its id.
    public var id: String
    /// Its name.
    public var name: String
    /// The monitor that judges it.
    public var monitor: String?
    /// The fence set it belongs to.
    public var set: String
    /// `level` or `global`.
    public var kind: String
    /// The floor of a level fence.
    public var floor: Int?
    /// Whether it is judged.
    public var enabled: Bool
    /// `inside`, `outside` or `unknown`.
    public var state: String
    /// Why it is unknown: `no-fix`, `stale`, `poor-accuracy`, `floor-unknown`, `altitude-unknown`,
    /// `band`, or why it is not judged: `monitor-stopped`, `disabled`, `invalid`, `expired`,
    /// `schedule-closed`.
    public var unknown_reason: String?
    /// The open stay. While the state is unknown, it goes on without an event when a fix says that
    /// the fence is inside still.
    public var visit: String?
    /// When it began, RFC 3339.
    public var entered_at: String?
    /// Seconds left of the ignore window.
    public var window_s: Double?
    /// Signed distance of the last fix, metres, negative inside.
    public var distance_m: Double?
    /// The confirmed state, `inside` or `outside`, where the ignore period suppresses its event.
    public var suppressed_state: String?
    /// The signed distance at or below which it is entered, metres, for a receiver as accurate as the
    /// last fix was.
    public var enter_at_m: Double?
    /// The signed distance beyond which it is left, likewise.
    public var exit_at_m: Double?
    /// Whether the last fix was on another floor than this level fence.
    public var other_floor: Bool?
    /// Metres around the shape.
    public var buffer_m: Double
    /// When it will cease to exist, RFC 3339.
    public var expires_at: String?
    /// The fence's properties, as its file spells them.
    public var properties: RawJSON?

    /// An enabled fence of unknown state.
    public init(id: String, name: String, set: String, kind: String, buffer_m: Double = 0) {
        self.id = id
        self.name = name
        self.set = set
        self.kind = kind
        enabled = true
        state = "unknown"
        self.buffer_m = buffer_m
    }
}
