public import Chronology
public import Fixes
public import Geofencing

/// Evaluates fixes that a device recorded while it was offline: separately from the live engine,
/// from states that are all unknown, in the time of the fixes.
public struct HistoryRun: Sendable {
    /// A fix with its details.
    public typealias Reported = (update: LocationUpdate, details: FixDetails?)

    /// The fixes that count, in the order of their times; each has one.
    private let updates: [Reported]
    private let source: String
    private var next = 0
    private var run: VirtualRun
    /// The time of the newest evaluated fix; nil before the first.
    public private(set) var mark: UTCInstant?

    /// Whether all fixes are evaluated and the visits open at the end are closed.
    public private(set) var isOver = false

    /// A run before its first fix.
    ///
    /// - Parameters:
    ///   - configuration: the configuration of the live engine.
    ///   - kinds: whether each kind of fence is evaluated, where it was switched at run time.
    ///   - monitors: the names of the monitors that take part; never those of sources that neither
    ///     have nor take these fixes.
    ///   - source: the source of the fixes.
    ///   - updates: the fixes. Those without a time are left out.
    public init(
        _ configuration: EngineConfiguration, kinds: [FenceKind: Bool], monitors: Set<String>,
        source: String, _ updates: [Reported]
    ) {
        self.source = source
        self.updates = updates.filter { $0.update.time != nil }.sorted {
            Self.time($0.update) < Self.time($1.update)
        }
        var configuration = configuration
        configuration.switchKinds(kinds)
        let fed = configuration.sources(fedBy: source)
        configuration.monitors.removeAll {
            !fed.contains($0.source) || !monitors.contains($0.name)
        }
        for index in configuration.monitors.indices {
            configuration.monitors[index].autostart = true
            configuration.monitors[index].initial = .silent
        }
        configuration.feeds = configuration.feeds.filter { fed.contains($0.key) }
        for name in fed {
            configuration.feeds[name]?.origin = .recording
            // In their order already.
            configuration.feeds[name]?.reorder_s = 0
        }
        run = VirtualRun(
            configuration, source: source, start: Self.instant(self.updates.first?.update)
        ) { _, _ in }
    }

    /// Evaluates the next fixes, at most so many; ends the run after the last one.
    ///
    /// - Returns: transitions, and the visits that were closed.
    public mutating func step(_ count: Int) -> [Event] {
        var events: [Event] = []
        let end = min(updates.count, next + count)
        for (update, details) in updates[next..<end] {
            run.take(.fix(update, source: source), details, at: Self.instant(update)) { event, _ in
                events.append(event)
            }
            mark = update.time
        }
        next = end
        if end == updates.count, !isOver {
            run.finish { event, _ in events.append(event) }
            run.stopMonitors { event, _ in events.append(event) }
            isOver = true
        }
        return events.filter(\.isOfAVisit)
    }

    /// The counts of its fixes so far.
    public var health: FeedHealth { run.engine.health(of: source) ?? FeedHealth() }

    /// An instant that makes visit names distinct from those of other histories and of live visits.
    private static func instant(_ update: LocationUpdate?) -> BootInstant {
        BootInstant(nanoseconds: update?.time?.nanoseconds ?? 0)
    }

    private static func time(_ update: LocationUpdate) -> Int64 { update.time?.nanoseconds ?? 0 }
}

extension EngineConfiguration {
    /// Sets whether each kind of fence is evaluated; a kind that is not given is as configured.
    public mutating func switchKinds(_ kinds: [FenceKind: Bool]) {
        level.enabled = kinds[.level] ?? level.enabled
        global.enabled = kinds[.global] ?? global.enabled
    }
}

extension Event {
    /// Whether it is a transition or ends a visit; other events of a history do not matter live.
    fileprivate var isOfAVisit: Bool {
        switch self {
        case .transition: true
        case .diagnostic(let diagnostic): diagnostic.kind == .visitClosed
        }
    }
}
