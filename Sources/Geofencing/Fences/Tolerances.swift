/// How much farther out than its boundary with the buffer a fence is entered and left, as a fence, a
/// monitor or a kind gives it: in shares of the enclosing circle's radius or in metres.
public struct Tolerances: Sendable, Hashable {
    /// What the two numbers count.
    public enum Unit: Sendable, Hashable {
        /// Shares of the radius of the enclosing circle; 0.1 is 10 %.
        case share
        /// Metres.
        case metres
    }

    /// What both numbers count.
    public let unit: Unit
    /// For entering; nil where it is not given.
    public let enter: Double?
    /// For leaving; nil where it is not given.
    public let exit: Double?

    /// Shares of the enclosing circle's radius.
    public init(enter: Double?, exit: Double?) {
        (unit, self.enter, self.exit) = (.share, enter, exit)
    }

    /// Shares, unless any metres are given.
    public init(enter: Double?, exit: Double?, enter_m: Double?, exit_m: Double?) {
        let isInMetres = enter_m != nil || exit_m != nil
        unit = isInMetres ? .metres : .share
        self.enter = isInMetres ? enter_m : enter
        self.exit = isInMetres ? exit_m : exit
    }

    /// Whether either is given.
    public var isGiven: Bool { enter != nil || exit != nil }

    /// These, with those of `other` for a side that is not given. Where units differ `other` does not
    /// count: a share and metres are in no order without the radius.
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
    /// The tolerances it gives; metres go before shares.
    public var tolerances: Tolerances {
        Tolerances(
            enter: toleranceEnter, exit: toleranceExit, enter_m: toleranceEnter_m,
            exit_m: toleranceExit_m)
    }
}

extension MonitorDefinition {
    /// The tolerances it gives; metres go before shares.
    public var tolerances: Tolerances {
        Tolerances(
            enter: toleranceEnter, exit: toleranceExit, enter_m: toleranceEnter_m,
            exit_m: toleranceExit_m)
    }

    /// The same with what a kind gives where it gives nothing itself: the settings in force for fences of
    /// that kind that give none. Of the tolerances only those in the unit in force are given.
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
    /// The tolerances it gives; metres go before shares. A share that is not given is 0.
    public var tolerances: Tolerances {
        Tolerances(
            enter: toleranceEnter, exit: toleranceExit, enter_m: toleranceEnter_m,
            exit_m: toleranceExit_m)
    }
}
