/// One entry of the event log as everyone outside the daemon sees it.
///
/// A transition (`entered`, `exited`, `dwelled`) always has every key, with null for what is not
/// known, but for `history` and `late_reason`. A diagnostic has only the keys that mean something for it.
/// Times are RFC 3339 UTC, lengths metres, angles degrees; `lat` and `lon` are WGS84.
public struct EventRecord: Sendable, Hashable {
    /// The number in the log, from 1, without holes, never used twice.
    public var seq: Int64
    /// `epoch:seq`, unique among all logs: the key by which a consumer drops repeated deliveries.
    public var event_id: String
    /// What happened, one of `EventType` or a word of a later version.
    public var type: String
    /// The monitor that judged.
    public var monitor: String?
    /// The fence's id.
    public var fence: String?
    /// The fence's name.
    public var fence_name: String?
    /// `level` or `global`.
    public var fence_kind: String?
    /// The source whose fixes were judged.
    public var source: String?
    /// Names the stay: the same for its enter, dwells and exit.
    public var visit: String?
    /// When the stay began; null when the receiver was inside already, or its time has begun anew since.
    public var entered_at: String?
    /// When the threshold was crossed; null where only the bracket is known.
    public var crossed_at: String?
    /// Half-width of the uncertainty of `crossed_at`, seconds.
    public var crossed_at_error_s: Double?
    /// Where it was crossed.
    public var crossed_lat: Double?
    /// Where it was crossed.
    public var crossed_lon: Double?
    /// How `crossed_at` was found: `linear`, `bracket` or `fix`.
    public var method: String?
    /// The fixes around the crossing.
    public var bracket: Bracket?
    /// When it was decided, by the feed's time; of an entry of the daemon's own (`daemon-started`,
    /// `source-changed`, `storage-failed`, …) when it was made, by the system clock.
    public var decided_at: String?
    /// When it was made durable, by the system clock.
    public var emitted_at: String?
    /// From the first judgement of the fence.
    public var initial = false
    /// From the way between two fixes, both outside.
    public var inferred = false
    /// Held back by the ignore period.
    public var deferred = false
    /// Happened while the daemon or the feed was away.
    public var late = false
    /// The position that led to it followed a believed jump.
    public var jump = false
    /// What other than movement caused it (`fence-changed`, `floor`, …); of a stay that was closed,
    /// how it ended (`unfinished`, `unknown-end`).
    public var cause: String?
    /// Where the fix was that decided.
    public var lat: Double?
    /// Where the fix was that decided.
    public var lon: Double?
    /// Radius that holds the true place with probability `accuracy_level`.
    public var accuracy_m: Double?
    /// The probability that `accuracy_m` stands for, 0 to 1.
    public var accuracy_level: Double?
    /// Signed distance of the fix to the fence, negative inside.
    public var distance_m: Double?
    /// The floor of the fix.
    public var floor: Int?
    /// Speed over ground.
    public var speed_mps: Double?
    /// Course over ground, clockwise from true north.
    public var course_deg: Double?
    /// Above mean sea level.
    public var altitude_m: Double?
    /// The time of the fix.
    public var fix_time: String?
    /// Raw changes held back since the last report.
    public var suppressed_toggles: Int?
    /// Seconds without a fix that told of the fence, which a late event bridges.
    public var gap_s: Double?
    /// The sentence for people.
    public var message: String?
    /// What the receiver of the event is asked to do.
    public var actions: [String]?
    /// What the monitor's message expression gave beside message and actions.
    public var message_properties: RawJSON?
    /// The fence's properties, as its file spells them.
    public var properties: RawJSON?
    /// The chain of reasons, in short.
    public var why: String?
    /// Diagnostics: whether the receiver was inside the fence when it changed.
    public var was_inside: Bool?
    /// Diagnostics: the fences that were inside.
    public var inside: [String]?
    /// Diagnostics: further figures by name with unit.
    public var figures: [String: Double]?
    /// Why a late event is late though nothing was missed: `delivery` for a fix that arrived long after its
    /// time. The key is there only where there is such a reason.
    public var late_reason: String?
    /// From fixes that were handed in as history: it says nothing about where the receiver is now. The
    /// key is there only where this is true.
    public var history = false

    /// The last fix before and the first fix after a crossing.
    public struct Bracket: Sendable, Hashable, Codable {
        /// Time of the last fix before.
        public var before: String
        /// Time of the first fix after.
        public var after: String

        /// The span between two fixes.
        public init(before: String, after: String) {
            self.before = before
            self.after = after
        }
    }

    /// An entry that says only what happened.
    public init(seq: Int64, event_id: String, type: String) {
        self.seq = seq
        self.event_id = event_id
        self.type = type
    }

    /// Whether this is something a receiver did with a fence.
    public var isTransition: Bool { EventType(rawValue: type)?.isTransition ?? false }
}
