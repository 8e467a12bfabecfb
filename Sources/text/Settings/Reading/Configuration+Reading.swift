import ConfigurationText
import Fixes
import Geofencing

extension Configuration {
    /// Reads the configuration as far as possible. Returns it with all findings.
    static func read(
        _ text: String, path: String, overrides: [String],
        monitors: RuntimeMonitors = RuntimeMonitors()
    ) -> (Configuration, Findings) {
        let file = ConfigurationFile(path: path)
        var findings = Findings()
        var configuration = Configuration()
        switch TOMLDocument.parse(text, maximumBytes: maximumBytes) {
        case .failure(let fault):
            let reason =
                "is not valid TOML: \(BareText.sentence(of: fault, in: text) ?? fault.reason)"
            findings.add(file.problem(at: fault.place, key: nil, reason))
        case .success(var members):
            configuration.fileMonitors = members.monitorNames
            if let (name, reason) = members.apply(monitors) {
                let nowhere = TOMLValue.Place(line: 0, column: 0)
                findings.add(file.problem(at: nowhere, key: "monitor.\(name)", reason))
            }
            for override in overrides {
                if let problem = apply(override, to: &members, of: file) { findings.add(problem) }
            }
            var root = TableReader(root: members, of: file)
            configuration.read(&root)
            findings.add(root.finished())
        }
        findings.sort()
        return (configuration, findings)
    }

    private mutating func read(_ root: inout TableReader) {
        daemon = root.table("daemon", DaemonSettings.read) ?? DaemonSettings()
        root.table("defaults") { defaults in
            level = defaults.table("level", KindDefaults.read) ?? level
            global = defaults.table("global", KindDefaults.read) ?? global
        }
        let parents = root.memberNames(of: "source", without: "from")
        sources = root.namedTables("source") {
            SourceSettings.read($0, &$1, parents: parents)
        }
        followParents()
        let kinds: KeyValuePairs = [FenceKind.level: level, .global: global]
        let names = root.memberNames(of: "source")
        var taken = TakenNames()
        monitors = root.tables("monitor") {
            MonitorDefinition.read(
                &$0, sources: names, kinds: kinds, taken: &taken, zoneNames: &zoneNames)
        }
        var buildings: Set<String> = []
        floorMaps = root.tables("floor_map") { FloorMapSettings.read(&$0, taken: &buildings) }
    }

    private mutating func followParents() {
        let feeds = Dictionary(sources.map { ($0.name, $0.feed) }) { first, _ in first }
        for index in sources.indices {
            if let parent = sources[index].feed.parent.flatMap({ feeds[$0] }) {
                sources[index].follow(parent)
            }
        }
    }
}
