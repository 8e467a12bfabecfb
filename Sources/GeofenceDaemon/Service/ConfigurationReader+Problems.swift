import Composition
import ControlProtocol
import Geofencing
import Settings

extension ConfigurationReader.Reading {
    /// The monitors that were changed at run time, by what they do to the configuration file; without
    /// those that are left out.
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

    /// Whether every fence file and ground plan it refers to can be used.
    var isWhole: Bool { lostFences.isEmpty && composition.lostPlans.isEmpty }

    /// What is wrong with files, one sentence each; first what cannot be used at all.
    var problems: [String] {
        let lostFences = lostFences
        return lostFences + composition.lostPlans.map(\.description)
            + otherFileProblems.filter { !lostFences.contains($0) }
    }

    /// What is wrong with files, without what a lost ground plan already reports.
    var otherFileProblems: [String] {
        let reported = Set(composition.lostPlans.map(\.problem))
        return composition.fileProblems.filter { !reported.contains($0) }.map(\.description)
    }

    /// Why fence files cannot be used at all, one sentence each.
    private var lostFences: [String] {
        let lost = composition.engine.fenceSets.filter { $0.value.set == nil }
        return lost.sorted { $0.key < $1.key }.flatMap(\.value.problems)
    }
}
