/// Which events a reader wants; an empty set wants all.
public struct EventFilter: Sendable, Hashable {
    /// Only these monitors.
    public var monitors: Set<String>
    /// Only these fences.
    public var fences: Set<String>
    /// Only these types.
    public var types: Set<String>

    /// A filter; empty sets let everything pass.
    public init(
        monitors: Set<String> = [], fences: Set<String> = [], types: Set<String> = []
    ) {
        self.monitors = monitors
        self.fences = fences
        self.types = types
    }

    /// Whether the event is wanted. An event without a monitor fails a filter on monitors.
    public func passes(type: String, monitor: String?, fence: String?) -> Bool {
        (types.isEmpty || types.contains(type))
            && (monitors.isEmpty || monitor.map(monitors.contains) == true)
            && (fences.isEmpty || fence.map(fences.contains) == true)
    }
}

/// Why a read gave nothing.
public enum ReadFailure: Error, Sendable, Hashable {
    /// The cursor does not fit the log.
    case cursor(CursorFailure)
    /// The log cannot be read now.
    case storage(StorageFailure)
}
