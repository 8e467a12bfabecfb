internal import ControlProtocol
internal import Suggestions

/// Monitors as text for people.
enum MonitorTable {
    /// Returns one row for each monitor, then the warnings.
    static func text(_ monitors: [MonitorRecord]) -> String {
        rows(monitors) + warnings(monitors)
    }

    /// Returns the same, with the run-time changes before the warnings.
    static func text(_ list: MonitorList) -> String {
        rows(list.monitors, list.runtime_monitors) + warnings(list.monitors)
    }

    /// Returns the discarded changes and the remaining monitors.
    static func reverted(_ list: MonitorList) -> String {
        let reverted = list.reverted.map { names in
            names.isEmpty
                ? "There was nothing to revert.\n"
                : "Reverted: \(names.map(printable).joined(separator: ", ")).\n"
        }
        return (reverted ?? "") + text(list)
    }

    /// Returns one row for each monitor, then the run-time changes.
    static func rows(
        _ monitors: [MonitorRecord], _ runtime: RuntimeMonitorRecord? = nil
    ) -> String {
        var table = Table([
            ("MONITOR", .left), ("STATUS", .left), ("SOURCE", .left), ("RULE", .left),
            ("FENCES", .right), ("INSIDE", .left),
        ])
        for monitor in monitors {
            table.add([
                monitor.name, monitor.status, monitor.source, monitor.rule, "\(monitor.fences)",
                inside(monitor),
            ])
        }
        let isEmpty = runtime?.removed.isEmpty ?? true
        return table.text(
            otherwise: isEmpty ? "No monitors are configured." : "No monitors are in force.")
            + lines(of: runtime).joined()
    }

    /// Returns the run-time changes, one line for each monitor.
    static func lines(of runtime: RuntimeMonitorRecord?) -> [String] {
        guard let runtime else { return [] }
        return runtime.sentences.map { "! \(printable($0))\n" }
            + runtime.added.map { "  monitor \(printable($0)) was added at run time\n" }
    }

    private static func inside(_ monitor: MonitorRecord) -> String {
        let names = monitor.inside.isEmpty ? "-" : monitor.inside.joined(separator: ", ")
        return names + (monitor.inside_more.map { " and \($0) more" } ?? "")
    }

    /// Returns one monitor with its settings and fences.
    static func text(_ detail: MonitorDetail, units: Units) -> String {
        let monitor = detail.monitor
        var listing = Listing()
        listing.add("Monitor", monitor.name)
        listing.add("Status", monitor.status)
        for warning in monitor.warnings { listing.add("Warning", warning.message) }
        listing.add("Source", monitor.source)
        listing.add("Fence set", "\(monitor.fence_set) (\(counted(monitor.fences, "fence")))")
        listing.add("Starts with daemon", monitor.autostart ? "yes" : "no")
        for (key, value) in detail.settings.sorted(by: { $0.key < $1.key }) {
            listing.add(key, plain(value))
        }
        return listing.text + "\n" + FenceTable.text(detail.fences, units: units)
    }

    private static func warnings(_ monitors: [MonitorRecord]) -> String {
        var text = ""
        for monitor in monitors {
            for warning in monitor.warnings {
                text += "! \(printable(monitor.name)): \(printable(warning.message))\n"
            }
        }
        return text
    }
}

/// Returns a JSON value for people: text without quotes, other values as JSON.
func plain(_ value: JSONValue) -> String {
    value.text ?? String(decoding: Wire.line(value), as: UTF8.self)
}
