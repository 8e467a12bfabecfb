/// The state of a source.
public struct SourceRecord: Sendable, Hashable, Codable {
    /// The source's name.
    public var name: String
    /// The source's type (`serial`, `gpsd`, …).
    public var type: String
    /// `stopped`, `absent`, `opening`, `silent`, `garbage`, `nofix`, `fix`, `stale`, `suspect`,
    /// `resting`, `ended` or `failed`.
    public var state: String
    /// The stable code of the problem (`serial.no-permission`, …); nil for none.
    public var code: String?
    /// The condition of the source and what to do, one sentence.
    public var message: String?
    /// The device, address or file.
    public var device: String?
    /// The data that the device reported about itself, or the daemon's choice and its reason.
    public var detail: String?
    /// Bits per second of a serial line.
    public var baud: Int?
    /// Fixes per second, the median of the last intervals; nil while it delivers no fixes.
    public var rate_hz: Double?
    /// Satellites used in the last fix; nil while it delivers no fixes.
    public var satellites: Int?
    /// Satellites in view; nil while it delivers no data.
    public var satellites_in_view: Int?
    /// Accuracy of the last fix, metres at 95 %; nil while it delivers no fixes.
    public var accuracy_m: Double?
    /// The process that has the device open, when the device is busy.
    public var holder: String?
    /// When the state last changed, RFC 3339 by the system clock.
    public var since: String?
    /// The last fix, whatever its age.
    public var last_fix: FixRecord?
    /// The present remarks; nil for none.
    public var remarks: [Remark]?
    /// The checks of the fixes, in order; nil in lists of sources.
    public var checks: [SourceCheckRecord]?
    /// Counters since the daemon started: bytes, sentences, fixes, discarded data by reason, and
    /// fixes that were not evaluated by reason.
    public var counters: [String: Int64]

    /// A lasting condition of a source.
    public struct Remark: Sendable, Hashable, Codable {
        /// The stable code (`date-untrusted`, `speed-unusable`, …).
        public var code: String
        /// The message for people.
        public var message: String

        /// Creates a remark with its code and message.
        public init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }

    /// Creates a source in a state.
    public init(name: String, type: String, state: String) {
        self.name = name
        self.type = type
        self.state = state
        counters = [:]
    }
}

/// The state of one check of a source's fixes.
public struct SourceCheckRecord: Sendable, Hashable, Codable {
    /// The stable code (`time-order`, `jump`, …).
    public var name: String
    /// Whether the check is on.
    public var on: Bool
    /// The number in force; nil for a check without a number.
    public var number: Double?
    /// The unit of the number (`m`, `s`, `m/s`).
    public var unit: String?
    /// The setting that changes the check or switches it off; nil for none.
    public var key: String?
    /// The number of fixes that the check has rejected since the daemon started.
    public var count: Int
    /// When it last rejected a fix, RFC 3339 by the system clock; nil for never.
    public var last_at: String?
    /// A present condition, one sentence.
    public var remark: String?

    /// Creates a check that has rejected nothing.
    public init(name: String, on: Bool, key: String? = nil, count: Int = 0) {
        self.name = name
        self.on = on
        self.key = key
        self.count = count
    }
}
