import Chronology
package import Fixes
package import Geodesy
public import Messages
import Suggestions

extension Transition: MessageEvent {
    package var type: String { kind.rawValue }
    package var shape: Shape { eventContext.catalog.fence(facts.fence).shape }
    package var details: FixDetails? { eventContext.details }

    package var seed: UInt64 {
        var hash = StableHash()
        hash.combine(eventContext.monitor.id)
        hash.combine(fence)
        hash.combine(visit?.text ?? "")
        hash.combine(kind.rawValue)
        hash.combine(UInt64(bitPattern: decidedAt?.nanoseconds ?? 0))
        return hash.value
    }

    /// The message text.
    public var message: String {
        guard case .template(let template)? = definition.message else { return standardSentence }
        return template.filled(for: self)
    }

    /// Returns the message of the monitor's expression; nil if the monitor has none.
    ///
    /// - Parameter budget: the remaining steps for the expressions of one input.
    public func composed(_ budget: inout MessageBudget) -> ComposedMessage? {
        guard case .expression(let message)? = definition.message else { return nil }
        return message.function?(
            self, definition.timeZone ?? .utc, definition.actions, definition.requestedActions,
            &budget)
    }

    /// Whether an expression makes the message.
    var hasExpression: Bool {
        if case .expression? = definition.message { true } else { false }
    }

    private var definition: MonitorDefinition { eventContext.monitor.definition }
}

extension Transition {
    /// The reasons for the event, in short.
    public var why: String {
        if kind == .dwelled { return "inside for \(rounded(duration_s ?? 0)) s" }
        if isInferred {
            return "both fixes are outside, but the segment between them crosses the fence"
        }
        switch cause {
        case .fenceRemoved, .fenceExpired, .scheduleClosed:
            return "\(cause?.rawValue ?? ""), wherever the receiver is"
        case .fenceChanged, .floor, nil: break
        }
        var chain: [String] = []
        if isInitial { chain.append("first evaluation") }
        if let cause { chain.append(cause.rawValue) }
        if isDeferred {
            chain.append("suppressed by the ignore period until now")
        } else if lateReason != nil {
            chain.append("the fix arrived long after its time")
        } else if isLate {
            chain.append("no usable fix for \(rounded(gap_s ?? 0)) s")
        }
        if hasMovedAway {
            chain.append("the fence moved away")
        } else if let finding = finding ?? (isDeferred ? nil : distanceWords) {
            chain.append(finding)
        }
        return chain.joined(separator: ": ")
    }

    /// Whether the fence was removed or has moved away, so that its present shape has no relation
    /// to the event.
    var isOfFormerFence: Bool { cause == .fenceRemoved || hasMovedAway }

    /// Whether the fence moved away: no finding of the last fix explains the exit, so the exit is
    /// from the former place of the fence.
    private var hasMovedAway: Bool {
        kind == .exited && cause == .fenceChanged && !isDeferred && finding == nil
    }

    /// The finding of the last fix that explains the event: its position, or its floor or altitude.
    /// Nil if the fix does not explain the event; such a fix may arrive while the event is
    /// suppressed.
    private var finding: String? {
        guard let update, let distance_m = measured_m, let threshold_m else { return nil }
        let catalog = eventContext.catalog
        let settings = catalog.settings[catalog.settingsIndex(facts.fence)]
        let limits = AltitudeLimits(of: settings)
        let floor = HeightFinding(
            fence: settings.effectiveFloor, fix: update.floor, policy: .strict)
        let altitude = HeightFinding(
            limits: limits, altitude_m: update.altitude_m, reach_m: 0, policy: .strict)
        let isExcluded = floor == .elsewhere || altitude == .elsewhere
        let isWithin = distance_m <= threshold_m
        switch kind {
        case .entered: return isWithin && !isExcluded ? distanceWords : nil
        case .exited where !isWithin: return distanceWords
        case .exited where !isExcluded: return nil
        case .exited where floor == .elsewhere:
            return floor.words(fence: settings.effectiveFloor, fix: update.floor)
        case .exited:
            return altitude.words(limits: limits, altitude_m: update.altitude_m)
        case .dwelled: return nil
        }
    }

    private var distanceWords: String {
        let distance_m = measured_m ?? .infinity
        return "\(rounded(abs(distance_m))) m \(distance_m <= 0 ? "inside" : "outside"), "
            + "the threshold to \(kind == .entered ? "enter" : "leave") is at "
            + "\(rounded(threshold_m ?? 0)) m"
    }
}
