/// The monitors that were changed at run time, compared with the configuration file.
public struct RuntimeMonitorRecord: Sendable, Hashable, Codable {
    /// The names of monitors that the file does not have.
    public var added: [String]
    /// The names of monitors that the file has with other settings.
    public var replaced: [String]
    /// The names of monitors that the file has and the daemon does not evaluate.
    public var removed: [String]

    /// Creates the record of these monitors.
    public init(added: [String] = [], replaced: [String] = [], removed: [String] = []) {
        self.added = added
        self.replaced = replaced
        self.removed = removed
    }

    /// The monitors that differ from the file, each with the predicate of a sentence.
    public var overridden: [(monitor: String, predicate: String)] {
        replaced.map { ($0, "is as changed at run time, not as the file says") }
            + removed.map { ($0, "was removed at run time, though the file has it") }
    }

    /// One sentence for each of these monitors, with what to do, without a full stop.
    public var sentences: [String] {
        overridden.map { monitor, predicate in
            "monitor \(monitor) \(predicate); to follow the file again: "
                + "geofencectl monitor revert \(monitor)"
        }
    }
}
