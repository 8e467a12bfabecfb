public import Chronology
public import Fixes

/// One input that the engine took in, as the recorder keeps it.
public struct RecordedInput: Hashable, Sendable {
    /// The kinds of inputs.
    public enum Content: Hashable, Sendable {
        /// A fix.
        ///
        /// - Parameters:
        ///   - details: the details for expressions.
        ///   - refusal: the word for why the engine refused the fix; nil when it did not.
        case fix(LocationUpdate, details: FixDetails, refusal: String?)
        /// The source began to deliver (true) or ceased to (false).
        case running(Bool)
        /// The source was stopped and started again.
        case restarted
        /// The wall clock: nanoseconds of UTC since 1970 less those of the boot clock; nil while it
        /// is not trusted.
        case wallClock(offset_ns: Int64?)
        /// The daemon started.
        case started
    }

    /// The source; empty for an input without one.
    public var source: String
    /// When the engine took it in.
    public var at: BootInstant
    /// The input.
    public var content: Content

    /// An input of a source.
    public init(_ content: Content, source: String = "", at: BootInstant) {
        self.content = content
        self.source = source
        self.at = at
    }

    /// Bytes of the sender's own keys, which may be many more than those of all else.
    public var text_bytes: Int {
        guard case .fix(_, let details, _) = content else { return 0 }
        return details.additional?.utf8.count ?? 0
    }
}

/// A recorded input with the data of its block.
public struct RecordedEntry: Hashable, Sendable {
    /// Its number, which goes up by one with every entry.
    public var number: Int64
    /// The start of the machine that `input.at` counts from; nil when unknown.
    public var boot: BootID?
    /// When it was taken in by the wall clock of that time, which may have been wrong.
    public var receivedAt: UTCInstant
    /// The input.
    public var input: RecordedInput

    /// An entry.
    public init(number: Int64, boot: BootID?, receivedAt: UTCInstant, input: RecordedInput) {
        self.number = number
        self.boot = boot
        self.receivedAt = receivedAt
        self.input = input
    }

    /// The time that it is found by: that of the fix, else when it was taken in.
    public var time: UTCInstant {
        switch input.content {
        case .fix(let update, _, _): update.time ?? receivedAt
        case .running, .restarted, .wallClock, .started: receivedAt
        }
    }
}
