/// One entry of the event log in its public form.
///
/// A transition (`entered`, `exited`, `dwelled`) has every common key, with null for unknown
/// values. Absent without a value are `device`, `monitor_id`, `message_properties`, `history`,
/// `late_reason`, `test` and keys of diagnostics. A diagnostic has only keys with values. Times are
/// RFC 3339 UTC, lengths metres, angles degrees; `lat` and `lon` are WGS84.
public struct EventRecord: Sendable, Hashable {
    /// The number in the log: from 1, without gaps, never reused.
    public var seq: Int64
    /// `epoch:seq`, unique across all logs: the key by which a consumer recognizes repeated events.
    public var event_id: String
    /// The type: one of `EventType`, or one added by a later version.
    public var type: String
    /// The device that the log belongs to, from `[daemon] device`; nil in a replay.
    public var device: String?
    /// The monitor that evaluated the fence.
    public var monitor: String?
    /// The id under which the monitor's state and events are stored; nil where it is the name.
    public var monitor_id: String?
    /// The fence's id.
    public var fence: String?
    /// The fence's name.
    public var fence_name: String?
    /// `level` or `global`.
    public var fence_kind: String?
    /// The source of the evaluated fixes.
    public var source: String?
    /// The id of the visit: the same for its enter, dwells and exit.
    public var visit: String?
    /// The time at which the visit began; null when the receiver was already inside, or its time
    /// has restarted since.
    public var entered_at: String?
    /// The time at which the threshold was crossed; null where only the bracket is known.
    public var crossed_at: String?
    /// The half-width of the uncertainty of `crossed_at`, seconds.
    public var crossed_at_error_s: Double?
    /// The latitude of the crossing.
    public var crossed_lat: Double?
    /// The longitude of the crossing.
    public var crossed_lon: Double?
    /// How `crossed_at` was determined: `linear`, `bracket` or `fix`.
    public var method: String?
    /// The times of the fixes around the crossing.
    public var bracket: Bracket?
    /// The time of the decision, in the time of the source; for an entry of the daemon itself
    /// (`daemon-started`, `source-changed`, `storage-failed`, …) by the system clock.
    public var decided_at: String?
    /// The time at which the event became durable, by the system clock.
    public var emitted_at: String?
    /// Whether the event results from the first evaluation of the fence.
    public var initial = false
    /// Whether the event results from a segment between two fixes that are both outside.
    public var inferred = false
    /// Whether the ignore period delayed the event.
    public var deferred = false
    /// Whether the change happened while the daemon was down or the source stale.
    public var late = false
    /// Whether the event results from a position after a confirmed jump.
    public var jump = false
    /// The cause other than movement (`fence-changed`, `floor`, …); for a closed visit, how it
    /// ended (`unfinished`, `unknown-end`).
    public var cause: String?
    /// The latitude of the deciding fix.
    public var lat: Double?
    /// The longitude of the deciding fix.
    public var lon: Double?
    /// The radius that contains the true position with probability `accuracy_level`.
    public var accuracy_m: Double?
    /// The probability that `accuracy_m` stands for, 0 to 1.
    public var accuracy_level: Double?
    /// The signed distance of the fix to the fence, negative inside.
    public var distance_m: Double?
    /// The floor of the fix.
    public var floor: Int?
    /// Speed over ground, metres per second.
    public var speed_mps: Double?
    /// Course over ground, clockwise from true north.
    public var course_deg: Double?
    /// The altitude above mean sea level.
    public var altitude_m: Double?
    /// The time of the fix.
    public var fix_time: String?
    /// The number of changes suppressed since the last report.
    public var suppressed_toggles: Int?
    /// Seconds without a usable fix before a late event.
    public var gap_s: Double?
    /// The message for people.
    public var message: String?
    /// The actions requested from consumers.
    public var actions: [String]?
    /// The properties returned by the monitor's message expression.
    public var message_properties: RawJSON?
    /// The fence's properties, with the spelling of its file.
    public var properties: RawJSON?
    /// A short form of the reasons.
    public var why: String?
    /// Diagnostics: whether the receiver was inside the fence at the change.
    public var was_inside: Bool?
    /// Diagnostics: the fences that are inside.
    public var inside: [String]?
    /// Diagnostics: further figures by name with unit.
    public var figures: [String: Double]?
    /// Why an event is late although no fix was missed: `delivery` for a fix that arrived long
    /// after its time. Absent without such a reason.
    public var late_reason: String?
    /// Whether the event results from fixes pushed as history. It then does not concern the present
    /// position. Absent unless true.
    public var history = false
    /// Whether `Consumer.test` made the event, which is then not in the log. Absent unless true.
    public var test = false

    /// The last fix before and the first fix after a crossing.
    public struct Bracket: Sendable, Hashable, Codable {
        /// The time of the last fix before the crossing.
        public var before: String
        /// The time of the first fix after the crossing.
        public var after: String

        /// Creates the time span between two fixes.
        public init(before: String, after: String) {
            self.before = before
            self.after = after
        }
    }

    /// Creates an entry with its type only.
    public init(seq: Int64, event_id: String, type: String) {
        self.seq = seq
        self.event_id = event_id
        self.type = type
    }

    /// Whether the entry is a movement of the receiver relative to a fence.
    public var isTransition: Bool { EventType(rawValue: type)?.isTransition ?? false }
}
