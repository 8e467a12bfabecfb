/// Selects events by monitor, fence and type; an empty set selects all.
public struct EventFilter: Sendable, Hashable {
    /// The selected monitors.
    public var monitors: Set<String>
    /// The selected fences.
    public var fences: Set<String>
    /// The selected types.
    public var types: Set<String>

    /// A filter; an empty set passes everything.
    public init(
        monitors: Set<String> = [], fences: Set<String> = [], types: Set<String> = []
    ) {
        self.monitors = monitors
        self.fences = fences
        self.types = types
    }

    /// Whether the filter selects the event. An event without a monitor fails a filter on monitors.
    public func passes(type: String, monitor: String?, fence: String?) -> Bool {
        (types.isEmpty || types.contains(type))
            && (monitors.isEmpty || monitor.map(monitors.contains) == true)
            && (fences.isEmpty || fence.map(fences.contains) == true)
    }
}

/// Why a read failed.
public enum ReadFailure: Error, Sendable, Hashable {
    /// The cursor does not fit the log.
    case cursor(CursorFailure)
    /// The log cannot be read now.
    case storage(StorageFailure)
}
