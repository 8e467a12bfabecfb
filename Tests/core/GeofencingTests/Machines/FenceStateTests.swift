import Chronology
import Fixes
import TestSupport
import Testing

@testable import Geofencing

/// The machine of one fence, without any geometry: evidence in, reports out.
struct FenceStateTests {
    /// Rules, evidence with its times, and the reports with theirs. Windows end by themselves.
    @Test(arguments: try Table.rows("fence-state", in: "Geofencing/machines")) func reports(
        row: Table.Row
    ) throws {
        var monitor = MonitorDefinition(name: "m", source: "gps", fences: FenceSetName("f"))
        for setting in row.fields[0] { try set(setting, of: &monitor) }
        let rules = FenceRules(
            definition: monitor, level: KindDefaults(), global: KindDefaults(),
            settings: FenceSettings())
        var state = FenceState(.unknown)
        var reports: [String] = []
        for (word, seconds) in try row.script(1) {
            let now = BootInstant(s: seconds)
            while let end = state.window.end, end <= now {
                if let report = state.endWindow(
                    at: end, period_ns: rules.ignorePeriod_ns, isStale: false)
                {
                    reports.append(text(of: report, at: end))
                }
            }
            guard word != "end" else { continue }
            let outcome = state.take(
                word.hasPrefix("in") ? .inside : .outside, rules: rules,
                at: Moment(
                    boot: now, feed: FeedInstant(nanoseconds: Int64((seconds * 1e9).rounded())),
                    isSuspect: word.hasSuffix("?")),
                cause: word.hasSuffix("!") ? .fenceChanged : nil
            ) { Crossing(boot: now, method: .fix) }
            switch outcome {
            case .nothing: continue
            case .report(let report): reports.append(text(of: report, at: now))
            case .flapping(let finding): reports.append("flapping\(finding.toggles)@\(now.words)")
            }
        }
        #expect(reports.joined(separator: " ") == row.words(2))
    }

    private func set(_ setting: String, of monitor: inout MonitorDefinition) throws {
        let pair = setting.split(separator: "=")
        switch pair[0] {
        case "P": monitor.ignorePeriod_s = Double(pair[1])
        case "initial": monitor.initial = try #require(InitialTrigger(rawValue: String(pair[1])))
        case "enter": monitor.confirmEnter = try confirmation(pair[1])
        case "exit": monitor.confirmExit = try confirmation(pair[1])
        case "cap": monitor.flapCap_s = Double(pair[1])
        case "respects": monitor.causeRespectsIgnore = true
        case let other: Issue.record("no setting \(other)")
        }
    }

    private func confirmation(_ text: Substring) throws -> Geofencing.Confirmation {
        let parts = text.split(separator: "x")
        return Geofencing.Confirmation(
            fixes: try #require(Int(parts[0])), seconds: try #require(Double(parts[1])))
    }

    private func text(of report: FenceState.Report, at now: BootInstant) -> String {
        var text = "\(report.side == .inside ? "enter" : "exit")@\(now.words)"
        if report.crossing.boot != now { text += "of\(report.crossing.boot.words)" }
        if report.isInitial { text += "i" }
        if report.isDeferred { text += "d" }
        if report.suppressedToggles > 0 { text += "+\(report.suppressedToggles)" }
        return text
    }
}
