/// Which transitions of a fence become events. The rule does not affect the state.
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

/// The receiver's geometry in the comparison with a fence.
public enum AccuracyMode: String, Sendable, Hashable, CaseIterable {
    /// The reported point.
    case useGeometry
    /// The point with its horizontal accuracy as a radius.
    case useGeometryWithAccuracy
}

/// What the first evaluation of a fence reports.
public enum InitialTrigger: String, Sendable, Hashable, CaseIterable {
    /// `entered` when the receiver is already inside.
    case enter
    /// `entered` when inside, `exited` when outside.
    case both
    /// Nothing; only the state is set.
    case silent

    /// Whether a first state of that side is reported.
    func reports(_ side: FenceRecord.Side) -> Bool {
        switch self {
        case .enter: side == .inside
        case .both: true
        case .silent: false
        }
    }
}

/// How a level fence treats a fix without a floor, and a fence with altitude limits a fix without
/// an altitude.
public enum FloorPolicy: String, Sendable, Hashable, CaseIterable {
    /// The fix is indeterminate.
    case strict
    /// The missing value is ignored and geometry decides.
    case lenient
}

/// The two kinds of fence, each with its own defaults and its own switch.
public enum FenceKind: String, Sendable, Hashable, CaseIterable {
    /// Bound to one floor of a building.
    case level
    /// Coordinates only, whatever the floor.
    case global
}

/// The evidence that confirms a change of state; both limits must hold.
public struct Confirmation: Sendable, Hashable {
    /// Consecutive fixes that agree, the first one included; at least 1.
    public var fixes: Int
    /// Seconds from the first agreeing fix to the deciding one; at least 0.
    public var seconds: Double

    /// Creates a confirmation that takes `fixes` fixes and `seconds` seconds.
    public init(fixes: Int = 1, seconds: Double = 0) {
        self.fixes = fixes
        self.seconds = seconds
    }
}
