import Chronology
import Fixes

/// Everything that decides how a monitor evaluates its fences, and what its events contain. It
/// changes only with the definition, the fences and the clock.
struct MonitorRules: Sendable {
    /// The configured definition, with the message that applied at the start.
    var definition: MonitorDefinition {
        didSet {
            reading = AccuracyReading(of: definition)
            label = MonitorLabel(of: definition, level: level, global: global)
        }
    }
    /// The index of the monitor in the configuration.
    var index: Int
    /// The defaults of level fences and of global fences.
    private(set) var level = KindDefaults()
    private(set) var global = KindDefaults()
    /// The properties of the monitor that its events contain.
    private(set) var label: MonitorLabel
    /// The settings that decide how the accuracy of a fix is read.
    private(set) var reading: AccuracyReading
    /// The rules of the fences, one element for each of the catalog's settings.
    private(set) var list: [FenceRules] = []
    /// The opening hours of the fences, one element for each of the settings; nil for always.
    private(set) var hours: [OpeningHours?] = []
    /// Fences that cannot be evaluated under this monitor.
    var invalid: Set<FenceNumber> = []
    /// Whether some fence has altitude limits.
    private(set) var needsAltitude = false
    /// The greatest distance in metres from the outline of a fence to its threshold, without
    /// accuracy.
    private(set) var reach_m = 0.0
    /// The least `dwellMaxGap_s` of any fence; infinite if no fence has one.
    private(set) var leastDwellGap_s = Double.infinity

    init(definition: MonitorDefinition, index: Int) {
        self.definition = definition
        self.index = index
        reading = AccuracyReading(of: definition)
        label = MonitorLabel(of: definition, level: level, global: global)
    }

    var name: String { definition.name }

    /// Determines the rules of all fences.
    ///
    /// - Parameter time: now, on the time scale of the source; nil before the first fix. With nil,
    ///   the fences that were open, closed or expired stay so.
    mutating func resolve(
        level: KindDefaults, global: KindDefaults, in catalog: FenceCatalog, at time: UTCInstant?
    ) {
        if level != self.level || global != self.global {
            (self.level, self.global) = (level, global)
            label = MonitorLabel(of: definition, level: level, global: global)
        }
        let expired = Set(list.lazy.filter(\.isExpired).compactMap(\.expiresAt))
        let wasOpen = wasOpen
        hours = catalog.settings.map { OpeningHours(of: $0, under: definition) }
        list = zip(catalog.settings, hours).map { settings, hours in
            var rules = FenceRules(
                definition: definition, level: level, global: global, settings: settings)
            rules.hasSchedule = hours != nil
            rules.isExpired = rules.expiresAt.map(expired.contains) ?? false
            if let time {
                rules.isExpired = rules.isExpired || rules.hasExpired(by: time)
                rules.isOpen = hours?.isOpen(at: time)
            } else {
                rules.isOpen = hours.flatMap { wasOpen[$0] }
            }
            return rules
        }
        needsAltitude = list.contains(where: \.altitude.isAny)
        reach_m = greatestReach(in: catalog)
        leastDwellGap_s = list.lazy.compactMap(\.dwellMaxGap_s).min() ?? .infinity
    }

    /// Whether each of the opening hours is open, where it has been evaluated.
    private var wasOpen: [OpeningHours: Bool] {
        var wasOpen: [OpeningHours: Bool] = [:]
        for (hours, rules) in zip(hours, list) where rules.isEnabled && !rules.isExpired {
            if let hours { wasOpen[hours] = rules.isOpen }
        }
        return wasOpen
    }

    /// Returns the greatest distance in metres from the outline of a fence to its threshold,
    /// without accuracy.
    private func greatestReach(in catalog: FenceCatalog) -> Double {
        list.reduce(0) { reach_m, rules in
            let tolerance_m =
                rules.hasTolerance
                ? rules.widestTolerance * (catalog.greatestRadius_m + rules.buffer_m) : 0
            return Swift.max(
                reach_m, rules.enterOffset_m + tolerance_m, rules.exitOffset_m + tolerance_m)
        }
    }

    /// Whether a fence with those settings is evaluated now.
    func evaluates(_ number: FenceNumber, settings: Int) -> Bool {
        list[settings].isEvaluated && (invalid.isEmpty || !invalid.contains(number))
    }

    /// Whether a fence is evaluated, regardless of its schedule and expiry.
    func isOn(_ number: FenceNumber, in catalog: FenceCatalog) -> Bool {
        self[catalog.settingsIndex(number)].isEnabled && !invalid.contains(number)
    }

    /// Returns why a fence is not evaluated; nil when it is.
    func obstacle(to number: FenceNumber, settings: Int) -> UnknownReason? {
        let rules = self[settings]
        if invalid.contains(number) { return .invalid }
        if !rules.isEnabled { return .disabled }
        if rules.isExpired { return .expired }
        return rules.isEvaluated ? nil : .scheduleClosed
    }

    /// Whether the evaluation reads the accuracy of fixes.
    var readsAccuracy: Bool {
        if case .fixed = definition.accuracyLimit { return true }
        return definition.accuracyMode == .useGeometryWithAccuracy
    }

    /// Whether the accuracy limit is learned from the source.
    var limitsAccuracy: Bool {
        definition.accuracyLimit == .auto
    }

    /// Returns the last determinate fix for fences with those rules, if this fix ends a time in
    /// which their state was unknown; otherwise nil. The source or the monitor was interrupted, or
    /// fixes lacked a floor or an altitude for longer than `floorHold_s`.
    func interruption(before fix: borrowing EvaluatedFix, of rules: FenceRules) -> UnknownSince? {
        guard let lack = fix.lackBefore(rules) else { return fix.unknownSince }
        let isOver =
            fix.step.fix.boot.seconds(since: lack.since) > definition.floorHold_s
            && rules.lack(of: fix.step.fix.update) == nil
        return fix.unknownSince != nil || isOver ? lack.before ?? fix.unknownSince : nil
    }
}

/// The rules by the index of the fence's settings.
extension MonitorRules: RandomAccessCollection, MutableCollection {
    var startIndex: Int { list.startIndex }
    var endIndex: Int { list.endIndex }

    subscript(settings: Int) -> FenceRules {
        get { list[settings] }
        set { list[settings] = newValue }
    }
}
