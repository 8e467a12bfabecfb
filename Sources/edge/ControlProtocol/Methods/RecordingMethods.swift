/// The parameters of `Recording.read`.
public struct RecordingQuery: Sendable, Hashable, Codable {
    /// The RFC 3339 time of the earliest fix.
    public var since: String?
    /// The RFC 3339 time of the latest fix.
    public var until: String?
    /// Only entries of this source, and entries without a source.
    public var source: String?
    /// Only entries after the one with this number: the `next` of the previous page.
    public var after: Int64?

    /// Creates a query; nil selects everything, from the start.
    public init(
        since: String? = nil, until: String? = nil, source: String? = nil, after: Int64? = nil
    ) {
        self.since = since
        self.until = until
        self.source = source
        self.after = after
    }
}

/// The result of `Recording.read`: a page of the inputs of the engine, in their order.
public struct RecordingPage: Sendable, Hashable, Codable {
    /// The entries.
    public var entries: [RecordingEntry]
    /// The number of the last entry, when more entries may follow.
    public var next: Int64?
    /// The unreadable parts of the recording, which were skipped, one sentence each; nil for none.
    public var damage: [String]?

    /// Creates a page.
    public init(entries: [RecordingEntry], next: Int64? = nil, damage: [String]? = nil) {
        self.entries = entries
        self.next = next
        self.damage = damage
    }
}

/// One recorded input of the engine. An unknown value has no key.
public struct RecordingEntry: Sendable, Hashable, Codable {
    /// The number, which increases by one with every entry.
    public var number: Int64
    /// `fix`; `running` and `not-running` when a source began and stopped to deliver; `restarted`
    /// when a source was stopped and started; `clock` for the wall clock; `started` for a start of
    /// the daemon.
    public var type: String
    /// The source.
    public var source: String?
    /// The boot of the machine from which `boot_ns` counts.
    public var boot_id: String?
    /// The boot clock when the engine received the input, nanoseconds.
    public var boot_ns: Int64
    /// The wall clock at that instant, RFC 3339.
    public var received_at: String
    /// The time of the position, RFC 3339; `time_ns` is exact.
    public var time: String?
    /// The time of the position in nanoseconds since 1970.
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
    /// The radius in metres that contains the true position with probability `accuracy_level`.
    public var accuracy_m: Double?
    /// The probability that `accuracy_m` stands for, 0 to 1.
    public var accuracy_level: Double?
    /// The floor of the building.
    public var floor: Int?
    /// Satellites used.
    public var satellites: Int?
    /// Horizontal dilution of precision.
    public var hdop: Double?
    /// The direction in which the vehicle points, degrees clockwise from true north.
    public var heading_deg: Double?
    /// Further keys of the sender, a JSON object.
    public var additional: RawJSON?
    /// Whether the source marks the fix as an old position.
    public var last_known: Bool?
    /// Whether the fix was received as a JSON line.
    public var json_line: Bool?
    /// Whether the week counter of the receiver has wrapped.
    public var week_rollover: Bool?
    /// Why the engine refused the fix, as in the counters of a source; no key for an accepted fix.
    public var refused: String?
    /// For `clock`: nanoseconds of UTC since 1970 minus those of the boot clock; no key while the
    /// wall clock is not trusted.
    public var offset_ns: Int64?

    /// Creates an entry with only its type and times.
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

    /// Creates the result for a number of bytes.
    public init(bytes: Int64) {
        self.bytes = bytes
    }
}
