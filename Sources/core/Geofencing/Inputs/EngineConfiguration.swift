public import Chronology
public import Fixes
import Messages

/// The configuration of the engine: kinds, sources, fence sets and monitors.
public struct EngineConfiguration: Sendable {
    /// The defaults of level fences.
    public var level = KindDefaults()
    /// The defaults of global fences.
    public var global = KindDefaults()
    /// The settings of each source, by source name.
    public var feeds: [String: FeedSettings] = [:]
    /// The loaded fence sets, by name. A set that could not be loaded has a problem instead of
    /// fences.
    public var fenceSets: [FenceSetName: LoadedFences] = [:]
    /// The monitors, in the order of the file; their names are unique.
    public var monitors: [MonitorDefinition] = []
    /// The buildings in which the floor follows from the altitude.
    public var floorMaps: [FloorMap] = []
    /// The reasons why other configured floor maps cannot be used, as sentences.
    public var unusableFloorMaps: [String] = []

    /// The build date of the program. Without a trusted wall clock, a live fix loses a time before
    /// this date or more than 20 years after it. Nil when dates are not checked against it.
    public var buildDate: UTCInstant?

    /// Creates an empty configuration.
    public init() {}

    /// The source of that name, followed by the sources that take its fixes, in order of name.
    public func sources(fedBy source: String) -> [String] {
        [source] + followers[source, default: []]
    }

    /// The sources that take the fixes of another source, in order of name, by the name of that
    /// source.
    public var followers: [String: [String]] {
        Dictionary(grouping: feeds.keys.filter { feeds[$0]?.parent != nil }.sorted()) {
            feeds[$0]?.parent ?? ""
        }
    }

    /// The sources whose fixes are read with all details by an expression. Their fixes arrive as
    /// `Input.detailedFix`.
    public var sourcesWithDetails: Set<String> {
        var sources = Set(feeds.filter { $0.value.filter?.readsDetails ?? false }.keys)
        for monitor in monitors {
            if case .expression(let message)? = monitor.message, message.readsDetails {
                sources.insert(monitor.source)
            }
        }
        return sources
    }

    /// The ids of the monitors whose id differs from the name, by name.
    public var monitorIDs: [String: String] {
        Dictionary(
            monitors.filter { $0.id != $0.name }.map { ($0.name, $0.id) }
        ) { first, _ in first }
    }
}

/// The result of loading one fence set.
public struct LoadedFences: Sendable {
    /// The fences that can be evaluated; nil when the file as a whole could not be read.
    public var set: FenceSet?
    /// The problems of the file or of single fences, one sentence each.
    public var problems: [String]
    /// The ids of fences in the file that cannot be evaluated. When such a fence was evaluated
    /// before, it becomes unknown without an exit.
    public var invalid: Set<String>
    /// The runtime changes to the fences of the file.
    public var changes: [FenceSetChange] = []

    /// Creates a result with those fences and problems.
    public init(set: FenceSet?, problems: [String] = [], invalid: Set<String> = []) {
        self.set = set
        self.problems = problems
        self.invalid = invalid
    }
}
