public import Chronology
public import Fixes
public import Geofencing

/// Evaluates fixes that a device recorded while it was offline. Runs separately from the live
/// engine, starts with unknown states, and uses the times of the fixes.
public struct HistoryRun: Sendable {
    /// A fix with its details.
    public typealias Reported = (update: LocationUpdate, details: FixDetails?)

    /// The fixes to evaluate, in the order of their times. Each has a time.
    private var updates: [Reported]
    private let source: String
    private var next = 0
    private var run: VirtualRun
    /// The time of the newest evaluated fix; nil before the first.
    public private(set) var mark: UTCInstant?

    /// Whether further fixes follow the last one, so that visits stay open after it.
    public private(set) var goesOn: Bool

    /// Whether all fixes are evaluated and, unless further fixes follow, the visits open at the end are
    /// closed.
    public private(set) var isOver = false

    /// Creates a run before its first fix.
    ///
    /// - Parameters:
    ///   - configuration: the configuration of the live engine.
    ///   - kinds: whether each kind of fence is evaluated, if that was changed at run time.
    ///   - monitors: the names of the monitors that take part. Monitors whose source neither is
    ///     `source` nor derives from it never do.
    ///   - source: the source of the fixes.
    ///   - updates: the fixes. Fixes without a time are left out.
    ///   - goesOn: whether further fixes follow with ``extend(by:goesOn:)``.
    public init(
        _ configuration: EngineConfiguration, kinds: [FenceKind: Bool], monitors: Set<String>,
        source: String, _ updates: [Reported], goesOn: Bool = false
    ) {
        self.source = source
        self.updates = Self.ordered(updates)
        self.goesOn = goesOn
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
            // The fixes are already in order.
            configuration.feeds[name]?.reorder_s = 0
        }
        run = VirtualRun(
            configuration, source: source, start: Self.instant(self.updates.first?.update)
        ) { _, _ in }
    }

    /// Continues a run whose fixes are all evaluated with later ones.
    public mutating func extend(by updates: [Reported], goesOn: Bool) {
        (self.updates, next) = (Self.ordered(updates), 0)
        (self.goesOn, isOver) = (goesOn, false)
    }

    /// Evaluates the next fixes, at most `count`; ends the run after the last one.
    ///
    /// - Returns: the transitions, and the events of visits that were closed.
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
            isOver = true
            if !goesOn {
                run.finish { event, _ in events.append(event) }
                run.stopMonitors { event, _ in events.append(event) }
            }
        }
        return events.filter(\.isOfAVisit)
    }

    /// The health of the source: the counts of its fixes so far.
    public var health: FeedHealth { run.engine.health(of: source) ?? FeedHealth() }

    /// Returns an instant that makes visit names distinct from those of other runs.
    private static func instant(_ update: LocationUpdate?) -> BootInstant {
        BootInstant(nanoseconds: update?.time?.nanoseconds ?? 0)
    }

    private static func ordered(_ updates: [Reported]) -> [Reported] {
        updates.filter { $0.update.time != nil }.sorted { time($0.update) < time($1.update) }
    }

    private static func time(_ update: LocationUpdate) -> Int64 { update.time?.nanoseconds ?? 0 }
}

extension EngineConfiguration {
    /// Sets whether each kind of fence is evaluated; a missing kind keeps its configured value.
    public mutating func switchKinds(_ kinds: [FenceKind: Bool]) {
        level.enabled = kinds[.level] ?? level.enabled
        global.enabled = kinds[.global] ?? global.enabled
    }
}

extension Event {
    /// Whether it is a transition or ends a visit. Other events of a history are not needed.
    fileprivate var isOfAVisit: Bool {
        switch self {
        case .transition: true
        case .diagnostic(let diagnostic): diagnostic.kind == .visitClosed
        }
    }
}
