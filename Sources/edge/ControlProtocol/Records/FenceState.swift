/// The state of a fence in one monitor, or of a fence in a set without a monitor.
public struct FenceState: Sendable, Hashable, Codable {
    /// The fence's id.
    public var id: String
    /// The fence's name.
    public var name: String
    /// The monitor that evaluates it.
    public var monitor: String?
    /// The fence set it belongs to.
    public var set: String
    /// `level` or `global`.
    public var kind: String
    /// The floor of a level fence.
    public var floor: Int?
    /// Whether it is enabled.
    public var enabled: Bool
    /// `inside`, `outside` or `unknown`.
    public var state: String
    /// Why the state is unknown: `no-fix`, `stale`, `poor-accuracy`, `floor-unknown`,
    /// `altitude-unknown`, `band`; or why the fence is not evaluated: `monitor-stopped`,
    /// `disabled`, `invalid`, `expired`, `schedule-closed`.
    public var unknown_reason: String?
    /// The open visit. While the state is unknown, the visit remains open and continues without an
    /// event when a fix shows that the receiver is still inside.
    public var visit: String?
    /// The time at which the visit began, RFC 3339.
    public var entered_at: String?
    /// The remaining seconds of the ignore period.
    public var window_s: Double?
    /// The signed distance of the last fix, metres, negative inside.
    public var distance_m: Double?
    /// The confirmed state, `inside` or `outside`, where the ignore period suppresses its event.
    public var suppressed_state: String?
    /// The signed distance at or below which the fence is entered, metres, for the accuracy of the
    /// last fix.
    public var enter_at_m: Double?
    /// The signed distance above which the fence is exited, with the same unit and accuracy.
    public var exit_at_m: Double?
    /// Whether the last fix was on another floor than this level fence.
    public var other_floor: Bool?
    /// The buffer around the shape, metres.
    public var buffer_m: Double
    /// The time at which the fence expires, RFC 3339.
    public var expires_at: String?
    /// The fence's properties, with the spelling of its file.
    public var properties: RawJSON?

    /// Creates an enabled fence of unknown state.
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
