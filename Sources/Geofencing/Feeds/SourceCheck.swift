public import Chronology

/// The checks that a fix of a source passes before fences are evaluated with it, in their order. The
/// raw values are stable words.
public enum SourceCheck: String, Sendable, Hashable, CaseIterable {
    /// A position that is old, or invalid, by its own account is health, never state.
    case lastKnown = "last-known"
    /// No receiver can be there: not a number, or beyond the limits of latitude and longitude.
    case place
    /// Exactly one coordinate is 0, far from the last fix: it is missing.
    case zeroCoordinate = "zero-coordinate"
    /// The date against the wall clock and the build date.
    case date
    /// The filter of the source: an expression that decides whether a fix is used.
    case filter
    /// Receiver time goes on: an older fix changes no state unless receiver time was reset.
    case timeOrder = "time-order"
    /// A fix that was accepted before, handed in again.
    case repetition
    /// A displacement that no device can have made.
    case jump
    /// A displacement that the reported speeds do not allow: the fix is suspect.
    case speedGate = "speed-gate"
    /// A position that stays bit for bit the same while the device says that it moves.
    case frozenPosition = "frozen-position"
    /// An altitude that no device can have reached is unknown.
    case height
    /// A fix with an accuracy far worse than the source usually has decides only about fences whose
    /// boundary is farther away than that.
    case accuracyLimit = "accuracy-limit"
    /// A fix that arrives long after its time: its events are late.
    case lateArrival = "late-arrival"
    /// A silence after which every state is unknown.
    case staleLimit = "stale-limit"

    /// The setting of `[source.NAME]`, or of the monitors for `accuracyLimit`, that changes the check or
    /// switches it off; nil for what the position says of itself.
    public var key: String? {
        switch self {
        case .lastKnown, .place: nil
        case .zeroCoordinate: "zero_check"
        case .date: "date_check"
        case .filter: "filter"
        case .timeOrder, .repetition: "order_check"
        case .jump: "max_speed_mps"
        case .speedGate: "doppler_margin_mps"
        case .frozenPosition: "frozen_check"
        case .height: "height_check"
        case .accuracyLimit: "max_accuracy_m"
        case .lateArrival: "arrival_check"
        case .staleLimit: "stale_s"
        }
    }
}

/// One check of a source as it stands.
public struct CheckReport: Sendable, Hashable {
    /// Which check.
    public var check: SourceCheck
    /// Whether it is in force.
    public var isOn: Bool
    /// The number in force, in `unit`; nil where the check has none.
    public var number: Double?
    /// The unit of `number` (`m`, `s`, `m/s`).
    public var unit: String?
    /// How often the check struck since the engine began.
    public var count = 0
    /// When it struck last; nil for never.
    public var lastAt: BootInstant?
    /// What is particular about it at present, in a sentence; nil for nothing.
    public var remark: String?

    /// The setting that changes it or switches it off.
    public var key: String? { check.key }

    /// A check that has not struck.
    public init(_ check: SourceCheck, isOn: Bool, number: Double? = nil, unit: String? = nil) {
        self.check = check
        self.isOn = isOn
        self.number = number
        self.unit = unit
    }
}

/// Something about a source that stands until it is over, for `status` and `doctor`.
public struct SourceRemark: Sendable, Hashable {
    /// The stable words.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The dates of the receiver are wrong: places are used, times come from the wall clock or
        /// there are none.
        case dateUntrusted = "date-untrusted"
        /// The times are off the wall clock by a whole number of quarter hours.
        case localTimeSuspected = "local-time-suspected"
        /// The reported speeds contradict the displacements: the speed gate is off.
        case speedUnusable = "speed-unusable"
        /// The position does not move although the speed says so.
        case positionFrozen = "frozen-position"
        /// The filter of the source has no value for the last fix.
        case filterFailed = "filter-failed"
    }

    /// What it is.
    public var code: Code
    /// The sentence for people.
    public var message: String

    /// A remark with its sentence.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
