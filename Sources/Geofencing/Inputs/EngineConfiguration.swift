public import Chronology

/// Everything the engine is told by configuration: kinds, feeds, fence sets and monitors.
public struct EngineConfiguration: Sendable {
    /// Defaults of level fences.
    public var level = KindDefaults()
    /// Defaults of global fences.
    public var global = KindDefaults()
    /// How each source is checked, by source name.
    public var feeds: [String: FeedSettings] = [:]
    /// The fence sets, by name. A set that could not be loaded has a problem instead of fences.
    public var fenceSets: [FenceSetName: LoadedFences] = [:]
    /// The monitors, in the order of the file; names are unique.
    public var monitors: [MonitorDefinition] = []
    /// Buildings in which altitude stands for a floor.
    public var floorMaps: [FloorMap] = []
    /// Why others that are configured cannot be used, in sentences.
    public var lostFloorMaps: [String] = []

    /// When the program was built: no live source gives an earlier date, nor one of more than 20 years
    /// later; nil where nothing is held against it.
    public var buildDate: UTCInstant?

    /// An empty configuration.
    public init() {}

    /// The source of that name and those that take its fixes, in order of name behind it.
    public func sources(fedBy source: String) -> [String] {
        [source] + followers[source, default: []]
    }

    /// The sources that take the fixes of another, in order of name, by that one.
    public var followers: [String: [String]] {
        Dictionary(grouping: feeds.keys.filter { feeds[$0]?.parent != nil }.sorted()) {
            feeds[$0]?.parent ?? ""
        }
    }

    /// The sources whose fixes expressions read as a whole: they come as `Input.detailedFix`.
    public var sourcesWithDetails: Set<String> {
        var sources = Set(feeds.filter { $0.value.filter?.readsDetails ?? false }.keys)
        for monitor in monitors {
            if case .expression(let message)? = monitor.message, message.readsDetails {
                sources.insert(monitor.source)
            }
        }
        return sources
    }

    /// The ids of the monitors that have another id than their name, by name.
    public var monitorIDs: [String: String] {
        Dictionary(
            monitors.filter { $0.id != $0.name }.map { ($0.name, $0.id) }
        ) { first, _ in first }
    }
}

/// The outcome of loading one fence set.
public struct LoadedFences: Sendable {
    /// The fences that can be judged; nil when the file as a whole could not be read.
    public var set: FenceSet?
    /// What is wrong, one sentence a problem: with the file, or with single fences.
    public var problems: [String]
    /// The ids of fences that are drawn but cannot be judged. Where such a fence was judged before
    /// it becomes unknown, without an exit.
    public var invalid: Set<String>
    /// What was changed since at run time, over the fences of the file.
    public var changes: [FenceSetChange] = []

    /// An outcome with those fences and problems.
    public init(set: FenceSet?, problems: [String] = [], invalid: Set<String> = []) {
        self.set = set
        self.problems = problems
        self.invalid = invalid
    }
}
