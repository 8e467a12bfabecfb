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

    /// Both sides in one unit; nil for a side that is not given, and for both in the other unit.
    fileprivate func sides(in unit: Unit) -> (enter: Double?, exit: Double?) {
        unit == self.unit ? (enter, exit) : (nil, nil)
    }

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
        get {
            Tolerances(
                enter: toleranceEnter, exit: toleranceExit, enter_m: toleranceEnter_m,
                exit_m: toleranceExit_m)
        }
        set {
            let (shares, metres) = (newValue.sides(in: .share), newValue.sides(in: .metres))
            (toleranceEnter, toleranceExit) = (shares.enter, shares.exit)
            (toleranceEnter_m, toleranceExit_m) = (metres.enter, metres.exit)
        }
    }
}

extension KindDefaults {
    /// The tolerances it gives; metres go before shares. A share that is not given is 0.
    public var tolerances: Tolerances {
        get {
            Tolerances(
                enter: toleranceEnter, exit: toleranceExit, enter_m: toleranceEnter_m,
                exit_m: toleranceExit_m)
        }
        set {
            let (shares, metres) = (newValue.sides(in: .share), newValue.sides(in: .metres))
            (toleranceEnter, toleranceExit) = (shares.enter ?? 0, shares.exit ?? 0)
            (toleranceEnter_m, toleranceExit_m) = (metres.enter, metres.exit)
        }
    }
}
