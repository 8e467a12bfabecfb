/// The tolerances beyond the boundary with buffer at which a fence is entered and exited, as given
/// by a fence, a monitor or a kind: as fractions of the radius of the enclosing circle or in
/// metres.
public struct Tolerances: Sendable, Hashable {
    /// The unit of both numbers.
    public enum Unit: Sendable, Hashable {
        /// A fraction of the radius of the enclosing circle; 0.1 is 10 %.
        case share
        /// Metres.
        case metres
    }

    /// The unit of both numbers.
    public let unit: Unit
    /// The tolerance for entering; nil when not given.
    public let enter: Double?
    /// The tolerance for exiting, not below that for entering; nil when not given.
    public let exit: Double?

    /// Creates tolerances as fractions of the radius of the enclosing circle.
    public init(enter: Double?, exit: Double?) {
        (unit, self.enter, self.exit) = (.share, enter, exit)
    }

    /// Creates tolerances in metres when any metres are given, else as fractions.
    public init(enter: Double?, exit: Double?, enter_m: Double?, exit_m: Double?) {
        let isInMetres = enter_m != nil || exit_m != nil
        unit = isInMetres ? .metres : .share
        self.enter = isInMetres ? enter_m : enter
        self.exit = isInMetres ? exit_m : exit
    }

    /// Whether a tolerance is given.
    public var isGiven: Bool { enter != nil || exit != nil }

    /// Returns these tolerances, completed by those of `other`. When the units differ, `other` is
    /// ignored, because fractions and metres cannot be compared without the radius.
    public func over(_ other: Tolerances) -> Tolerances {
        guard isGiven else { return other }
        guard unit == other.unit else { return self }
        let (enter, exit) = (enter ?? other.enter, exit ?? other.exit)
        return unit == .share
            ? Tolerances(enter: enter, exit: exit)
            : Tolerances(enter: nil, exit: nil, enter_m: enter, exit_m: exit)
    }
}

extension FenceSettings {
    /// The tolerances of the fence; metres take precedence over fractions.
    public var tolerances: Tolerances {
        Tolerances(
            enter: toleranceEnter, exit: toleranceExit, enter_m: toleranceEnter_m,
            exit_m: toleranceExit_m)
    }
}

extension MonitorDefinition {
    /// The tolerances of the monitor; metres take precedence over fractions.
    public var tolerances: Tolerances {
        Tolerances(
            enter: toleranceEnter, exit: toleranceExit, enter_m: toleranceEnter_m,
            exit_m: toleranceExit_m)
    }

    /// Returns the settings in force for fences of a kind that give none: those of the monitor,
    /// else the defaults of the kind. The tolerances are only given in the unit in force.
    public func over(_ defaults: KindDefaults) -> MonitorDefinition {
        var monitor = self
        for setting in Setting.all {
            guard let place = setting.monitor, place.value(self) == nil else { continue }
            if let value = setting.kind?.value(defaults) { place.set(&monitor, value) }
        }
        let tolerances = tolerances.over(defaults.tolerances)
        let isInMetres = tolerances.unit == .metres
        let (enter, exit) = (tolerances.enter ?? 0, tolerances.exit ?? 0)
        (monitor.toleranceEnter, monitor.toleranceExit) = isInMetres ? (nil, nil) : (enter, exit)
        (monitor.toleranceEnter_m, monitor.toleranceExit_m) =
            isInMetres ? (enter, exit) : (nil, nil)
        return monitor
    }
}

extension KindDefaults {
    /// The default tolerances; metres take precedence over fractions. A fraction that is not
    /// given is 0.
    public var tolerances: Tolerances {
        Tolerances(
            enter: toleranceEnter, exit: toleranceExit, enter_m: toleranceEnter_m,
            exit_m: toleranceExit_m)
    }
}
