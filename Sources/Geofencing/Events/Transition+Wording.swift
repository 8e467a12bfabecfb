extension Transition {
    /// The sentence for people.
    public var message: String {
        guard case .template(let template)? = watch.monitor.message else {
            return standardSentence
        }
        return template.filled(
            with: MessageTemplate.Values(
                eventType: kind.rawValue, fenceID: fence, fenceName: fenceName,
                properties: properties, monitor: monitor))
    }

    /// The sentence for people where a monitor gives no other.
    var standardSentence: String {
        "\(kind.rawValue.capitalizedFirst) \(fenceName) (monitor \(monitor))"
    }

    /// The chain of reasons, in short.
    public var why: String {
        if kind == .dwelled { return "inside for \(rounded(stay_s ?? 0)) s" }
        if isInferred {
            return "both fixes are outside, but the straight way between them crosses the fence"
        }
        switch cause {
        case .fenceRemoved, .fenceExpired, .scheduleClosed:
            return "\(cause?.rawValue ?? ""), wherever the receiver is"
        case .fenceChanged, .floor, nil: break
        }
        var chain: [String] = []
        if isInitial { chain.append("first judgement") }
        if let cause { chain.append(cause.rawValue) }
        if isDeferred {
            chain.append("held back by the ignore period until now")
        } else if lateReason != nil {
            chain.append("the fix arrived long after its time")
        } else if isLate {
            chain.append("no fix has told for \(rounded(gap_s ?? 0)) s")
        }
        if hasMovedAway {
            chain.append("the fence moved away")
        } else if let finding = finding ?? (isDeferred ? nil : distanceWords) {
            chain.append(finding)
        }
        return chain.joined(separator: ": ")
    }

    /// Whether the fence was removed or has moved away, so that no fix is evaluated with what it is now.
    var isOfFormerFence: Bool { cause == .fenceRemoved || hasMovedAway }

    /// A fix that is not outside of the changed fence left its old place.
    private var hasMovedAway: Bool {
        kind == .exited && cause == .fenceChanged && !isDeferred && finding == nil
    }

    /// What the last fix says for the event by its place, or else by its floor or altitude; nil where
    /// it says nothing, as one may that came while the event was held back.
    private var finding: String? {
        guard let update, let distance_m = measured_m, let threshold_m else { return nil }
        let settings = watch.catalog.settings[watch.catalog.settingsIndex(facts.fence)]
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
