import Chronology
import Fixes
import Geodesy
import Suggestions

/// The findings of an evaluation in words.
extension Explanation {
    /// Appends a step to the explanation.
    mutating func put(_ subject: String, _ finding: String) {
        steps.append(Step(subject: subject, finding: finding))
    }
}

extension Step {
    /// The step for the fix itself.
    var finding: Explanation.Step {
        let update = fix.update
        var words = "accepted at \(update.position.words)"
        if let accuracy = update.usableAccuracy_m {
            // Always at 95 %, whatever the probability of the reported accuracy.
            let radius_m = AccuracyLevel.converted(accuracy, from: update.accuracyLevel, to: 0.95)
            words += " ± \(rounded(radius_m)) m (95 %)"
        }
        if isSuspect { words += "; suspect: faster than the reported speed" }
        if isPoor { words += "; poor: far less accurate than the source usually is" }
        if update.arrivedLate { words += "; arrived long after its time" }
        if isJump { words += "; accepted after a jump" }
        if isBeyondGap { words += "; too long after the fix before to know the path" }
        if let unknownFor_s { words += "; the first after \(rounded(unknownFor_s)) s without" }
        return Explanation.Step(subject: "fix", finding: words)
    }
}

extension Coordinate {
    /// Latitude and longitude in degrees.
    var words: String { "\(latitude), \(longitude)" }
}

extension FenceRules {
    /// Returns why a fence is not evaluated, in words.
    func words(_ obstacle: UnknownReason) -> String {
        switch obstacle {
        case .disabled: "is switched off, or its kind is; switch it on to have it evaluated"
        case .invalid: "cannot be evaluated as it is; the warnings of the monitor name the reason"
        case .expired: "has expired" + (expiresAt.map { ", at \($0.rfc3339)" } ?? "")
        case .scheduleClosed:
            isOpen == nil
                ? "has a schedule, and no fix has had a time yet" : "is closed by its schedule"
        case .notEvaluating, .noFix, .stale, .poorAccuracy, .floorUnknown, .altitudeUnknown, .band:
            obstacle.rawValue
        }
    }
}

extension FenceState {
    /// Returns the ignore window at the time of a fix, `now`, in words. If a timer or an edit
    /// emitted an event before the next fix, the window that began with that event.
    func windowWords(at now: BootInstant) -> String {
        let reportsIn_s = reportedAt?.seconds(since: now) ?? 0
        return switch window {
        case .closed: "no ignore period"
        case .overdue: "ended while the source was lost; the next fix that confirms it reports"
        case .open(let until) where until <= now: "no ignore period"
        case .open where reportsIn_s > 0:
            "begins \(rounded(reportsIn_s)) s after the fix, with the event that is emitted then"
        case .open(let until):
            "open for \(rounded(until.seconds(since: now))) s more; "
                + (suppressedToggles == 1
                    ? "1 change is suppressed" : "\(suppressedToggles) changes are suppressed")
        }
    }
}

extension Evidence {
    /// The evidence in words.
    var words: String {
        switch self {
        case .inside: "inside"
        case .outside: "outside"
        case .hold(let reason): "says nothing: \(reason.rawValue)"
        }
    }
}
