/// The monitors that were changed at run time, by what lies over the configuration file.
public struct RuntimeMonitorRecord: Sendable, Hashable, Codable {
    /// Names of those that the file does not have.
    public var added: [String]
    /// Names of those that the file has with other settings.
    public var replaced: [String]
    /// Names of those that the file has and the daemon does not evaluate.
    public var removed: [String]

    /// Those monitors.
    public init(added: [String] = [], replaced: [String] = [], removed: [String] = []) {
        self.added = added
        self.replaced = replaced
        self.removed = removed
    }

    /// The monitors that are not as the file says, each with the predicate of a sentence.
    public var overridden: [(monitor: String, predicate: String)] {
        replaced.map { ($0, "is as changed at run time, not as the file says") }
            + removed.map { ($0, "was removed at run time, though the file has it") }
    }

    /// The same as one sentence each, without a full stop, with what to do.
    public var sentences: [String] {
        overridden.map { monitor, predicate in
            "monitor \(monitor) \(predicate); to follow the file again: "
                + "geofencectl monitor revert \(monitor)"
        }
    }
}
