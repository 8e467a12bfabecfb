/// When something was, as it is saved.
public struct SavedInstant: BitwiseCopyable, Sendable, Hashable, Codable {
    /// Nanoseconds since 1970; nil when unknown.
    public var time_ns: Int64?
    /// Boot clock nanoseconds.
    public var boot_ns: Int64

    /// An instant by both clocks.
    public init(time_ns: Int64?, boot_ns: Int64) {
        self.time_ns = time_ns
        self.boot_ns = boot_ns
    }

    /// When a source had its last fix.
    init(of fix: LastFix) {
        self.init(time_ns: fix.time_ns, boot_ns: fix.boot_ns)
    }
}
