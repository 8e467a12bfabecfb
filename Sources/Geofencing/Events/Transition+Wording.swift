extension Transition {
    /// The sentence for people.
    public var message: String {
        guard let wording else {
            return "\(kind.rawValue.capitalizedFirst) \(fenceName) (monitor \(monitor))"
        }
        return wording.filled(
            with: MessageTemplate.Values(
                eventType: kind.rawValue, fenceID: fence, fenceName: fenceName,
                properties: properties, monitor: monitor))
    }

    /// The chain of reasons, in short.
    public var why: String {
        if kind == .dwelled { return "inside for \(rounded(stay_s ?? 0)) s" }
        if isInferred {
            return "both fixes are outside, but the straight way between them crosses the fence"
        }
        let distance = distanceWords
        if isInitial { return "first judgement: \(distance)" }
        if let cause { return "\(cause.rawValue): \(distance)" }
        if isLate { return "first fix after \(rounded(gap_s ?? 0)) s without: \(distance)" }
        if isDeferred { return "held back by the ignore period until now: \(distance)" }
        return distance
    }

    private var distanceWords: String {
        let distance_m = distance_m ?? .infinity
        return "\(rounded(abs(distance_m))) m \(distance_m <= 0 ? "inside" : "outside"), "
            + "the threshold to \(kind == .entered ? "enter" : "leave") is at "
            + "\(rounded(threshold_m ?? 0)) m"
    }
}
