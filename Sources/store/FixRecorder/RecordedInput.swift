public import Chronology
public import Fixes

/// An input of the engine, as the recorder stores it.
public struct RecordedInput: Hashable, Sendable {
    /// The kinds of inputs.
    public enum Content: Hashable, Sendable {
        /// A fix.
        ///
        /// - Parameters:
        ///   - details: the details for expressions.
        ///   - refusal: the word for why the engine refused the fix; nil when it did not.
        case fix(LocationUpdate, details: FixDetails, refusal: String?)
        /// The source began to deliver fixes (true) or ceased to (false).
        case running(Bool)
        /// The source was stopped and started again.
        case restarted
        /// The wall clock: nanoseconds of UTC since 1970 minus those of the boot clock; nil while
        /// it is not trusted.
        case wallClock(offset_ns: Int64?)
        /// The daemon started.
        case started
    }

    /// The source; empty for an input without one.
    public var source: String
    /// The instant at which the engine received it.
    public var at: BootInstant
    /// The input.
    public var content: Content

    /// Creates an input; `source` is empty for one without a source.
    public init(_ content: Content, source: String = "", at: BootInstant) {
        self.content = content
        self.source = source
        self.at = at
    }

    /// The size of the sender's own keys in bytes, which can exceed that of all other data.
    public var text_bytes: Int {
        guard case .fix(_, let details, _) = content else { return 0 }
        return details.additional?.utf8.count ?? 0
    }
}

/// A recorded input with the data of its block.
public struct RecordedEntry: Hashable, Sendable {
    /// The number of the entry; increases by one with every entry.
    public var number: Int64
    /// The boot that `input.at` counts from; nil when unknown.
    public var boot: BootID?
    /// When the engine received it, by the wall clock at the writing, which may have been wrong.
    public var receivedAt: UTCInstant
    /// The input.
    public var input: RecordedInput

    /// Creates an entry.
    public init(number: Int64, boot: BootID?, receivedAt: UTCInstant, input: RecordedInput) {
        self.number = number
        self.boot = boot
        self.receivedAt = receivedAt
        self.input = input
    }

    /// The time by which it is selected: that of the fix, else that at which it was received.
    public var time: UTCInstant {
        switch input.content {
        case .fix(let update, _, _): update.time ?? receivedAt
        case .running, .restarted, .wallClock, .started: receivedAt
        }
    }
}
