import Composition
import ControlProtocol
import Geofencing
import Messages
import Settings
import Suggestions

extension ConfigReloaded {
    /// Compares two configurations, without the fences that are `changed` at run time. Warns where
    /// the section `[daemon]` differs from that which the daemon was `started` with.
    init(
        path: String, from before: ConfigurationReader.Reading,
        to after: ConfigurationReader.Reading, changed: RuntimeFences, started: DaemonSettings
    ) {
        self.init(path: path)
        let (old, new) = (before.composition, after.composition)
        monitors = Difference(
            old.configuration.monitors, new.configuration.monitors, by: \.id, named: \.name)
        sources = Difference(
            old.configuration.sources, new.configuration.sources, by: \.name, named: \.name)
        fences = Self.fences(
            from: old.engine.fenceSets, to: new.engine.fenceSets, under: changed)
        warnings = after.groupProblems.map(\.description) + new.fileProblems.map(\.description)
        if let emptiness = new.configuration.emptiness(of: path) { warnings.append(emptiness) }
        warnings += new.configuration.sourceProblems
        warnings += new.configuration.monitors.flatMap { monitor in
            (monitor.message?.problems ?? []).map {
                "monitor '\(monitor.name)' cannot start again: \($0)"
            }
        }
        warnings += changed.overrides(of: new.engine.fenceSets)
        warnings += after.runtimeMonitorRecord.sentences
        warnings += after.runtimeMonitorProblems
        if started != new.configuration.daemon {
            warnings.append(
                "[daemon] has changed, which takes effect at the next start: "
                    + "systemctl restart geofenced")
        }
    }

    /// The differences and warnings as one short sentence.
    var summary: String {
        let parts = [("monitor", monitors), ("source", sources), ("fence", fences)]
            .flatMap { thing, difference in
                [
                    ("added", difference.added), ("changed", difference.changed),
                    ("removed", difference.removed),
                ]
                .filter { !$0.1.isEmpty }
                .map { "\(counted($0.1.count, thing)) \($0.0)" }
            }
        let changes = parts.isEmpty ? "nothing has changed" : parts.joined(separator: ", ")
        return ([changes] + warnings).joined(separator: "; ")
    }

    private static func fences(
        from old: [FenceSetName: LoadedFences], to new: [FenceSetName: LoadedFences],
        under changed: RuntimeFences
    ) -> Difference {
        var all = Difference()
        for name in Set(old.keys).union(new.keys).sorted() {
            let one = FenceSet.Difference(from: old[name]?.set, to: new[name]?.set)
            let isInForce = { (id: String) in !changed.holds(id, of: name) }
            all.added += one.added.filter(isInForce)
            all.changed += one.changed.filter(isInForce)
            all.removed += one.removed.filter(isInForce)
        }
        return all
    }
}

extension ConfigReloaded.Difference {
    /// Compares two lists of items by their ids and lists the names of those that differ.
    fileprivate init<Thing: Equatable>(
        _ before: [Thing], _ after: [Thing], by idOf: (Thing) -> String,
        named nameOf: (Thing) -> String
    ) {
        self.init()
        let old = Dictionary(before.map { (idOf($0), $0) }) { first, _ in first }
        let new = Set(after.map { idOf($0) })
        added = after.filter { old[idOf($0)] == nil }.map { nameOf($0) }
        changed = after.filter { old[idOf($0)] != nil && old[idOf($0)] != $0 }.map { nameOf($0) }
        removed = before.filter { !new.contains(idOf($0)) }.map { nameOf($0) }
    }
}

extension RuntimeFences {
    /// Returns a sentence for each set with fences of its file that are overridden at run time.
    fileprivate func overrides(of sets: [FenceSetName: LoadedFences]) -> [String] {
        sets.sorted { $0.key < $1.key }.compactMap { name, loaded in
            let count = overriddenCount(of: name, over: loaded)
            guard count > 0 else { return nil }
            let fences = counted(count, "fence is", "fences are")
            return "\(name.text): \(fences) as changed at run time, not as the file says; to "
                + "follow the file again: geofencectl fence revert --set \(name.text)"
        }
    }
}
