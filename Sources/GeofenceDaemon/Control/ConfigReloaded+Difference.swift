import Composition
import ControlProtocol
import Geofencing
import Settings

extension ConfigReloaded {
    /// What differs between two configurations, and whether the new one differs from the section
    /// `[daemon]` that the daemon was `started` with.
    init(
        path: String, from before: ConfigurationReader.Reading,
        to after: ConfigurationReader.Reading, started: DaemonSettings
    ) {
        self.init(path: path)
        let (old, new) = (before.composition, after.composition)
        monitors = Difference(
            old.configuration.monitors, new.configuration.monitors, by: \.name)
        sources = Difference(old.configuration.sources, new.configuration.sources, by: \.name)
        fences = Self.fences(from: old.engine.fenceSets, to: new.engine.fenceSets)
        warnings = after.groupProblems.map(\.description) + new.fileProblems.map(\.description)
        if started != new.configuration.daemon {
            warnings.append(
                "[daemon] has changed, which takes effect at the next start: "
                    + "systemctl restart geofenced")
        }
    }

    /// The differences in a few words.
    var summary: String {
        let parts = [("monitors", monitors), ("sources", sources), ("fences", fences)]
            .flatMap { name, difference in
                [
                    ("added", difference.added), ("changed", difference.changed),
                    ("removed", difference.removed),
                ]
                .filter { !$0.1.isEmpty }
                .map { "\($0.1.count) \(name) \($0.0)" }
            }
        let changes = parts.isEmpty ? "nothing has changed" : parts.joined(separator: ", ")
        return ([changes] + warnings).joined(separator: "; ")
    }

    private static func fences(
        from old: [FenceSetName: LoadedFences], to new: [FenceSetName: LoadedFences]
    ) -> Difference {
        var all = Difference()
        for name in Set(old.keys).union(new.keys).sorted() {
            let one = FenceSet.Difference(from: old[name]?.set, to: new[name]?.set)
            all.added += one.added
            all.changed += one.changed
            all.removed += one.removed
        }
        return all
    }
}

extension ConfigReloaded.Difference {
    /// What differs between two lists of things with names.
    fileprivate init<Thing: Equatable>(
        _ before: [Thing], _ after: [Thing], by nameOf: (Thing) -> String
    ) {
        self.init()
        let old = Dictionary(before.map { (nameOf($0), $0) }) { first, _ in first }
        let new = Dictionary(after.map { (nameOf($0), $0) }) { first, _ in first }
        added = after.map(nameOf).filter { old[$0] == nil }
        changed = after.map(nameOf).filter { old[$0] != nil && old[$0] != new[$0] }
        removed = before.map(nameOf).filter { new[$0] == nil }
    }
}
