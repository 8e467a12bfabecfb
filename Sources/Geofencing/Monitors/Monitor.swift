import Chronology
import Geodesy

/// One monitor at work: its fences' rules and states, and its warnings.
struct Monitor: Sendable {
    /// As configured, except that the message stays as it was at the start.
    var definition: MonitorDefinition {
        didSet {
            reading = AccuracyReading(of: definition)
            label = MonitorLabel(of: definition, level: level, global: global)
        }
    }
    /// What holds for fences of each kind where neither it nor they say otherwise.
    private(set) var level = KindDefaults()
    private(set) var global = KindDefaults()
    /// What its events tell of it.
    private(set) var label: MonitorLabel
    /// How it reads the accuracy of fixes.
    private(set) var reading: AccuracyReading
    /// The message that holds from the next start on.
    var nextMessage: MonitorMessage?
    /// Its place in the configuration.
    var index: Int
    /// The places of its feed and its catalog in the engine.
    var feed: Int
    var catalog: Int
    var status = MonitorStatus.stopped
    var warnings = WarningList()
    /// How many of its events had the standard sentence because the message expression failed.
    var messageFailures = 0

    /// What holds for the fences of each of the catalog's settings.
    var rules: [JudgingRules] = []
    /// Why floor maps that are configured cannot be used, one sentence each.
    var lostFloorMaps: [String] = []
    /// When the fences of each are judged; nil for always.
    var hours: [OpeningHours?] = []
    /// What is known of all fences of each of these settings that have no state of their own.
    var defaults: [DefaultState] = []
    /// Fences that are not plainly outside.
    var states = StateTable()
    /// How many states there have to be for a look at which of them may be dropped.
    var lapseCheckCount = fewStates
    /// What the states were before.
    var journal = StateJournal()
    /// The fences near the receiver.
    var nearby = NearbyFences()
    /// The fences of which the present fix says more than what is known.
    var pending: [PendingEvaluation] = []
    /// What kind of fix the last one was, and how accurate.
    var lastClass: FixClass?
    var lastAccuracy = AccuracyRadius.none
    /// Whether some fence is limited in altitude.
    var needsAltitude = false
    /// Fences that cannot be judged under this monitor.
    var invalid: Set<FenceNumber> = []
    /// The last fix before a pause, until the first one after it.
    var interruption: Adrift?
    /// Stays of an earlier run, until a fix says that they go on.
    var resumed: Set<VisitName> = []
    /// When the next fence expires, opens or closes, on the time scale of the feed.
    var clockEdge = ClockEdge.none
    /// Since when the fixes lack the floor or altitude that fences need, by what these need.
    var lacks: [HeightNeeds: Lack] = [:]
    /// Metres beyond its outline at which a fence may have its threshold, without accuracy.
    var reach_m = 0.0
    /// The least `dwellMaxGap_s` of any fence; infinite where none has one.
    var leastDwellGap_s = Double.infinity
    /// Enclosing radii that tolerances have asked for.
    var enclosingRadii: [FenceNumber: Double] = [:]

    init(definition: MonitorDefinition, index: Int, feed: Int, catalog: Int) {
        self.definition = definition
        reading = AccuracyReading(of: definition)
        label = MonitorLabel(of: definition, level: level, global: global)
        nextMessage = definition.message
        self.index = index
        self.feed = feed
        self.catalog = catalog
    }

    var name: String { definition.name }
    /// What its state is saved under.
    var id: String { definition.id }

    /// Takes what holds for fences of each kind.
    mutating func setKinds(level: KindDefaults, global: KindDefaults) {
        guard level != self.level || global != self.global else { return }
        (self.level, self.global) = (level, global)
        label = MonitorLabel(of: definition, level: level, global: global)
    }

    /// Whether it has states, judging or paused.
    var isJudging: Bool { status == .started || status == .paused }

    /// The state of a fence, its own or the one that all of its settings share.
    @inline(__always)
    func state(of number: FenceNumber, settings: Int) -> FenceState {
        states.slot(of: number).map(states.state) ?? defaults[settings].state
    }

    /// Forgets everything about the fences: while it is stopped others may take their numbers.
    ///
    /// - Parameter fix: the number of the last fix of which nothing is known any more.
    mutating func discardStates(after fix: Int) {
        states.removeAll()
        lapseCheckCount = Self.fewStates
        journal.begin(after: fix)
        enclosingRadii.removeAll()
        resumed.removeAll()
        nearby.invalidate()
        lacks.removeAll()
        defaults = rules.map { _ in DefaultState() }
    }
}
