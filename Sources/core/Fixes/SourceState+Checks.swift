import Chronology
import Suggestions

extension SourceState {
    /// The present state of every check.
    package var checks: [CheckReport] {
        SourceCheck.allCases.map { check in
            var report = report(of: check)
            report.count = strikes[check]?.count ?? 0
            report.lastAt = strikes[check]?.last
            return report
        }
    }

    private func report(of check: SourceCheck) -> CheckReport {
        switch check {
        case .lastKnown, .place: return CheckReport(check, isOn: true)
        case .zeroCoordinate:
            return CheckReport(
                check, isOn: settings.checksZeroCoordinates && settings.origin != .simulated)
        case .date:
            var report = CheckReport(check, isOn: settings.checksDates && isLiveOrigin)
            if report.isOn, wallOffset_ns == nil {
                report.remark =
                    "the wall clock is not trusted: dates are checked by the build date only"
            }
            return report
        case .filter:
            var report = CheckReport(check, isOn: settings.filter != nil)
            report.remark = filterProblem
            return report
        case .timeOrder, .repetition: return CheckReport(check, isOn: settings.checksTimeOrder)
        case .jump:
            return CheckReport(
                check, isOn: settings.maxSpeed_mps != nil && settings.origin != .simulated,
                number: settings.maxSpeed_mps, unit: "m/s")
        case .speedGate:
            var report = CheckReport(
                check, isOn: settings.dopplerMargin_mps != nil && settings.origin != .simulated,
                number: settings.dopplerMargin_mps, unit: "m/s")
            if isSpeedUnusable { report.remark = Self.unusableSpeed }
            return report
        case .frozenPosition: return CheckReport(check, isOn: settings.checksFrozen)
        case .height:
            var report = CheckReport(check, isOn: settings.checksHeights)
            if !readsAltitude { report.remark = "no monitor reads altitudes" }
            return report
        case .accuracyLimit:
            return CheckReport(check, isOn: true, number: accuracies.limit_m, unit: "m")
        case .lateArrival:
            var report = CheckReport(
                check, isOn: settings.marksLateArrival && isLiveOrigin,
                number: max(60, staleLimit_s), unit: "s")
            if report.isOn, wallOffset_ns == nil { report.remark = "the wall clock is not trusted" }
            return report
        case .staleLimit:
            return CheckReport(check, isOn: true, number: staleLimit_s, unit: "s")
        }
    }

    private var isLiveOrigin: Bool { settings.origin == .live }

    private static let unusableSpeed =
        "the reported speeds contradict the positions and are not used until one agrees"

    /// The present remarks about the source.
    package var remarks: [SourceRemark] {
        var remarks: [SourceRemark] = []
        if frozen.isFrozen {
            let speed = refusals.last.map { $0.speed_mps ?? 0 } ?? 0
            remarks.append(
                SourceRemark(
                    .positionFrozen,
                    "the position does not move although the speed is \(rounded(speed)) m/s"))
        }
        if let filterProblem {
            remarks.append(SourceRemark(.filterFailed, "\(filterProblem); the fix was refused"))
        }
        if dates.isUntrusted {
            remarks.append(
                SourceRemark(
                    .dateUntrusted, "the dates are wrong: \(useOfUndated)"))
        }
        if let offset_s = dates.zoneOffset_s {
            remarks.append(
                SourceRemark(
                    .localTimeSuspected,
                    "the times are \(rounded(abs(offset_s) / 3600)) h "
                        + (offset_s > 0 ? "ahead of" : "behind")
                        + " the wall clock: local time is sent where UTC is due"))
        }
        if isSpeedUnusable { remarks.append(SourceRemark(.speedUnusable, Self.unusableSpeed)) }
        return remarks
    }

    /// Returns the message about a source that has become stale after that many seconds without a
    /// fix; nil means that the source has delivered none since the machine was started.
    package func words(ofSilence seconds: Double?) -> String {
        let time = seconds.map { "for \(rounded($0)) s" } ?? "since the machine was started"
        let fix = newestRefusal != nil ? "acceptable fix" : "fix"
        return "\(name) has given no \(fix) \(time): every state is unknown until it does"
    }

    /// The treatment of fixes whose dates are wrong, for a message.
    private var useOfUndated: String {
        switch newestRefusal {
        case nil:
            "places are used, times come from the wall clock where that is trusted"
        case .badDate?:
            "no fix is accepted until the dates have run in step with the boot clock for 60 s; "
                + "date_check = \"off\" accepts them"
        case .some: "and the last fix was refused"
        }
    }

    /// The reason why the newest fix was refused; nil when it was accepted and when there is no
    /// fix.
    package var newestRefusal: FixRefusal? {
        guard let refused = refusals.last else { return nil }
        guard !isLastRestored, let last else { return refused.reason }
        return refused.boot > last.boot ? refused.reason : nil
    }
}
