/// Which transitions of a fence become events. State is tracked whatever the rule.
public enum RuleType: String, Sendable, Hashable, CaseIterable {
    /// Report entering only.
    case enter
    /// Report leaving only.
    case exit
    /// Report both.
    case enterOrExit
}

/// Which relation between the receiver's geometry and the fence means entering and leaving.
///
/// With a point as the receiver's geometry all three behave the same.
public enum SpatialRelationship: String, Sendable, Hashable, CaseIterable {
    /// Enter when the accuracy circle touches the fence, leave when it no longer does.
    case enterIntersectsAndExitDoesNotIntersect
    /// Enter when the whole circle is inside, leave when any of it is outside.
    case enterContainsAndExitDoesNotContain
    /// Enter when the whole circle is inside, leave when all of it is outside.
    case enterContainsAndExitDoesNotIntersect
}

/// What stands for the receiver when it is compared with a fence.
public enum AccuracyMode: String, Sendable, Hashable, CaseIterable {
    /// The reported point.
    case useGeometry
    /// The point with its horizontal accuracy as a radius.
    case useGeometryWithAccuracy
}

/// What a fence that is judged for the first time reports.
public enum InitialTrigger: String, Sendable, Hashable, CaseIterable {
    /// `entered` when the receiver is already inside.
    case enter
    /// `entered` when inside, `exited` when outside.
    case both
    /// Nothing; the state is only taken note of.
    case silent

    /// Whether that first side is told.
    func reports(_ side: FenceRecord.Side) -> Bool {
        switch self {
        case .enter: side == .inside
        case .both: true
        case .silent: false
        }
    }
}

/// What a fence on a floor, or one with limits of altitude, does when the fix does not know its own.
public enum FloorPolicy: String, Sendable, Hashable, CaseIterable {
    /// The fence needs a known one: without it there is no evidence.
    case strict
    /// What is unknown is ignored and geometry decides.
    case lenient
}

/// The two kinds of fence, each with its own defaults and its own switch.
public enum FenceKind: String, Sendable, Hashable, CaseIterable {
    /// Bound to one floor of a building.
    case level
    /// Coordinates only, whatever the floor.
    case global
}

/// How much agreeing evidence a raw change needs; both limits must hold.
public struct Confirmation: Sendable, Hashable {
    /// Consecutive fixes that agree, the first one included; at least 1.
    public var fixes: Int
    /// Seconds from the first agreeing fix to the deciding one; at least 0.
    public var seconds: Double

    /// Evidence that must last `fixes` fixes and `seconds` seconds.
    public init(fixes: Int = 1, seconds: Double = 0) {
        self.fixes = fixes
        self.seconds = seconds
    }
}
