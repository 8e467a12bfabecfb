/// A source as it stands.
public struct SourceRecord: Sendable, Hashable, Codable {
    /// Its name.
    public var name: String
    /// Its type (`serial`, `gpsd`, …).
    public var type: String
    /// `stopped`, `absent`, `opening`, `silent`, `garbage`, `nofix`, `fix`, `stale`, `suspect`,
    /// `resting`, `ended` or `failed`.
    public var state: String
    /// The stable word for what is wrong (`serial.no-permission`, …); nil when nothing is.
    public var code: String?
    /// How it is, and what to do about it, in a sentence.
    public var message: String?
    /// The device, address or file that is read.
    public var device: String?
    /// What it said of itself, or what was chosen and why.
    public var detail: String?
    /// Bits per second of a serial line.
    public var baud: Int?
    /// Fixes per second, by the median of the last intervals; nil while no fixes come.
    public var rate_hz: Double?
    /// Satellites used in the last fix; nil while no fixes come.
    public var satellites: Int?
    /// Satellites in view; nil while nothing is received.
    public var satellites_in_view: Int?
    /// Accuracy of the last fix, metres at 95 %; nil while no fixes come.
    public var accuracy_m: Double?
    /// Who holds the device, when it is busy.
    public var holder: String?
    /// When the state last changed, RFC 3339 by the system clock.
    public var since: String?
    /// The last fix, however long ago.
    public var last_fix: FixRecord?
    /// What stands about it until it is over; nil for nothing.
    public var remarks: [Remark]?
    /// The checks that its fixes pass, in their order; nil in lists of sources.
    public var checks: [SourceCheckRecord]?
    /// Bytes, sentences, fixes, discards by reason and fixes that were not judged by reason since the
    /// daemon started.
    public var counters: [String: Int64]

    /// Something about a source that stands until it is over.
    public struct Remark: Sendable, Hashable, Codable {
        /// The stable word (`date-untrusted`, `speed-unusable`, …).
        public var code: String
        /// The sentence for people.
        public var message: String

        /// A word with its sentence.
        public init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }

    /// A source in a state.
    public init(name: String, type: String, state: String) {
        self.name = name
        self.type = type
        self.state = state
        counters = [:]
    }
}
