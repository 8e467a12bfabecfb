public import Chronology

/// The checks of a fix before fences are evaluated with it. Some refuse the fix, others only limit
/// its effects. The raw values are stable.
public enum SourceCheck: String, Sendable, Hashable, CaseIterable {
    /// A position that the source itself marks as old or invalid. It counts for the health of the
    /// source and never changes a state.
    case lastKnown = "last-known"
    /// A place where no receiver can be: not a number, or outside the ranges of latitude and
    /// longitude.
    case place
    /// Exactly one coordinate is 0, far from the last fix: that coordinate is missing.
    case zeroCoordinate = "zero-coordinate"
    /// The date, compared with the wall clock and the build date.
    case date
    /// The filter of the source: an expression that decides whether a fix is used.
    case filter
    /// The order of receiver time: an older fix changes no state unless receiver time was reset.
    case timeOrder = "time-order"
    /// A fix that was accepted before and is sent again.
    case repetition
    /// A displacement that no device can have made.
    case jump
    /// A displacement that the reported speeds do not allow: the fix is suspect.
    case speedGate = "speed-gate"
    /// A position that remains bit-identical while the device reports movement.
    case frozenPosition = "frozen-position"
    /// An altitude that the device cannot have reached counts as unknown.
    case height
    /// A fix with an accuracy far worse than usual for the source decides only about fences whose
    /// boundary is further away than that accuracy.
    case accuracyLimit = "accuracy-limit"
    /// A fix that arrives long after its time: its events are late.
    case lateArrival = "late-arrival"
    /// An interval without fixes after which every state is unknown.
    case staleLimit = "stale-limit"

    /// The setting of `[source.NAME]`, or of the monitors for `accuracyLimit`, that changes the
    /// check or switches it off. Nil for the checks that cannot be changed.
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

/// The present state of one check of a source.
public struct CheckReport: Sendable, Hashable {
    /// The check.
    public var check: SourceCheck
    /// Whether the check is in force.
    public var isOn: Bool
    /// The number in force, in `unit`; nil when the check has none.
    public var number: Double?
    /// The unit of `number`: `m`, `s` or `m/s`.
    public var unit: String?
    /// The number of fixes that failed the check since the engine began.
    public var count = 0
    /// The instant at which a fix last failed the check; nil when none did.
    public var lastAt: BootInstant?
    /// A remark about its present state, as a sentence; nil when there is none.
    public var remark: String?

    /// The setting that changes the check or switches it off.
    public var key: String? { check.key }

    /// Creates a report without failures.
    public init(_ check: SourceCheck, isOn: Bool, number: Double? = nil, unit: String? = nil) {
        self.check = check
        self.isOn = isOn
        self.number = number
        self.unit = unit
    }
}

/// A remark about a source that remains until its cause ends, for `status` and `doctor`.
public struct SourceRemark: Sendable, Hashable {
    /// The stable codes.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The dates of the receiver are wrong. Places are used; times come from the wall clock or
        /// are missing.
        case dateUntrusted = "date-untrusted"
        /// The times differ from the wall clock by a whole number of quarter hours.
        case localTimeSuspected = "local-time-suspected"
        /// The reported speeds contradict the displacements: the speed gate is off.
        case speedUnusable = "speed-unusable"
        /// The position has not changed in at least 10 fixes and 60 s of more than 2 m/s.
        case positionFrozen = "frozen-position"
        /// The filter of the source failed for the last fix.
        case filterFailed = "filter-failed"
    }

    /// The code of the remark.
    public var code: Code
    /// The sentence for users.
    public var message: String

    /// Creates a remark with its sentence.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
