/// The parameters of `Recording.read`.
public struct RecordingQuery: Sendable, Hashable, Codable {
    /// No fix before this RFC 3339 time.
    public var since: String?
    /// No fix after this RFC 3339 time.
    public var until: String?
    /// Only entries of this source, and those of none.
    public var source: String?
    /// Only entries behind the one of this number: the `next` of the page before.
    public var after: Int64?

    /// A query; nil asks for all, from the beginning.
    public init(
        since: String? = nil, until: String? = nil, source: String? = nil, after: Int64? = nil
    ) {
        self.since = since
        self.until = until
        self.source = source
        self.after = after
    }
}

/// The result of `Recording.read`: a page of what the engine took in, in that order.
public struct RecordingPage: Sendable, Hashable, Codable {
    /// The entries.
    public var entries: [RecordingEntry]
    /// The number of the last of them, when more may come after it.
    public var next: Int64?
    /// What of the recording cannot be read and was passed over, one sentence each; nil for
    /// nothing.
    public var damage: [String]?

    /// A page.
    public init(entries: [RecordingEntry], next: Int64? = nil, damage: [String]? = nil) {
        self.entries = entries
        self.next = next
        self.damage = damage
    }
}

/// One input of the engine as the recorder keeps it. What is not known has no key.
public struct RecordingEntry: Sendable, Hashable, Codable {
    /// Its number, which goes up by one with every entry.
    public var number: Int64
    /// `fix`; `running` and `not-running` when a source began to deliver and ceased to; `restarted`
    /// when one was stopped and started; `clock` for what the wall clock says; `started` for a
    /// start of the daemon.
    public var type: String
    /// The source.
    public var source: String?
    /// The start of the machine that `boot_ns` counts from.
    public var boot_id: String?
    /// Nanoseconds of the boot clock at which the engine took it in.
    public var boot_ns: Int64
    /// The same by the wall clock of that time, RFC 3339.
    public var received_at: String
    /// When the receiver was there, RFC 3339; `time_ns` is exact.
    public var time: String?
    /// The same in nanoseconds since 1970.
    public var time_ns: Int64?
    /// Degrees north, WGS84.
    public var lat: Double?
    /// Degrees east, WGS84.
    public var lon: Double?
    /// Metres above mean sea level.
    public var altitude_m: Double?
    /// Metres of vertical accuracy, 95 %.
    public var vertical_accuracy_m: Double?
    /// Speed over ground, metres per second.
    public var speed_mps: Double?
    /// Course over ground, degrees clockwise from true north.
    public var course_deg: Double?
    /// Metres of radius that hold the true place with probability `accuracy_level`.
    public var accuracy_m: Double?
    /// The probability that `accuracy_m` stands for, 0 to 1.
    public var accuracy_level: Double?
    /// The floor of the building.
    public var floor: Int?
    /// Satellites used.
    public var satellites: Int?
    /// Horizontal dilution of precision.
    public var hdop: Double?
    /// Where the vehicle points, degrees clockwise from true north.
    public var heading_deg: Double?
    /// What the sender adds by keys of its own, a JSON object.
    public var additional: RawJSON?
    /// Whether the source says that this is an old position.
    public var last_known: Bool?
    /// Whether it came as a JSON line.
    public var json_line: Bool?
    /// Whether the week counter of the receiver has wrapped.
    public var week_rollover: Bool?
    /// Why the engine refused the fix, in the words of the counters of a source; no key when it did
    /// not.
    public var refused: String?
    /// Of `clock`: nanoseconds of UTC since 1970 less those of the boot clock; no key while the
    /// wall clock is not trusted.
    public var offset_ns: Int64?

    /// An entry that knows no more than when.
    public init(number: Int64, type: String, boot_ns: Int64, received_at: String) {
        self.number = number
        self.type = type
        self.boot_ns = boot_ns
        self.received_at = received_at
    }
}

/// The result of `Recording.remove`.
public struct RecordingRemoved: Sendable, Hashable, Codable {
    /// Bytes of the files that were removed.
    public var bytes: Int64

    /// So many bytes.
    public init(bytes: Int64) {
        self.bytes = bytes
    }
}
