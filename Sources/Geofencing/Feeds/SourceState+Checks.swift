extension SourceState {
    /// Every check as it stands.
    var checks: [CheckReport] {
        SourceCheck.allCases.map { check in
            var report = CheckReport(check, isOn: true)
            switch check {
            case .lastKnown: report.count = health.refused[.lastKnown] ?? 0
            case .place: report.count = health.refused[.impossible] ?? 0
            case .timeOrder:
                report.isOn = settings.checksTimeOrder
                report.count = health.refused[.outOfLine] ?? 0
            case .repetition:
                report.isOn = settings.checksTimeOrder
                report.count = health.refused[.duplicate] ?? 0
            case .jump:
                report.isOn = settings.maxSpeed_mps != nil
                (report.number, report.unit) = (settings.maxSpeed_mps, "m/s")
                report.count = health.refused[.tooFast] ?? 0
            case .speedGate:
                report.isOn = settings.dopplerMargin_mps != nil
                (report.number, report.unit) = (settings.dopplerMargin_mps, "m/s")
                report.count = health.suspect
            case .staleLimit: (report.number, report.unit) = (staleLimit_s, "s")
            case .zeroCoordinate, .date, .frozenPosition, .height, .accuracyLimit, .lateArrival:
                report.isOn = false
            }
            return report
        }
    }

    /// What stands about the source.
    var remarks: [SourceRemark] { [] }
}
