import Composition
import ControlProtocol
import Geofencing
import Settings

extension ConfigurationReader.Reading {
    /// The monitors that were changed at run time, by their effect on the configuration file; without
    /// the monitors that are left out.
    var runtimeMonitorRecord: RuntimeMonitorRecord {
        let file = Set(composition.configuration.fileMonitors)
        var record = RuntimeMonitorRecord()
        let leftOut = Set(leftOut.map(\.name))
        for (name, definition) in runtimeMonitors.changes where !leftOut.contains(name) {
            switch (definition != nil, file.contains(name)) {
            case (true, true): record.replaced.append(name)
            case (true, false): record.added.append(name)
            case (false, true): record.removed.append(name)
            case (false, false): break
            }
        }
        return record
    }

    /// Whether every fence file and ground plan of the configuration can be used.
    var isWhole: Bool { lostFences.isEmpty && composition.lostPlans.isEmpty }

    /// The problems of files, one sentence each. Files that cannot be used at all come first.
    var problems: [String] {
        let lostFences = lostFences
        return lostFences + composition.lostPlans.map(\.description)
            + otherFileProblems.filter { !lostFences.contains($0) }
    }

    /// The problems of files, without those that an unusable ground plan already reports.
    var otherFileProblems: [String] {
        let reported = Set(composition.lostPlans.map(\.problem))
        return composition.fileProblems.filter { !reported.contains($0) }.map(\.description)
    }

    /// The reasons why fence files cannot be used at all, one sentence each.
    private var lostFences: [String] {
        let lost = composition.engine.fenceSets.filter { $0.value.set == nil }
        return lost.sorted { $0.key < $1.key }.flatMap(\.value.problems)
    }
}
