import Fixes
public import Settings

extension Configuration {
    /// Returns a sentence on a configuration file without sources and monitors; nil for any other.
    public func emptiness(of path: String) -> String? {
        guard isEmpty else { return nil }
        return "\(path) configures nothing: add a [source.NAME] and a [[monitor]]; see "
            + "geofenced.toml(5)"
    }

    /// The problems of sources that cannot start although the configuration is valid, one sentence
    /// each: filters that do not compile.
    public var sourceProblems: [String] {
        sources.compactMap { source in
            source.feed.filter?.problem.map { "source \(source.name): \($0)" }
        }
    }

    /// Returns what is missing on this machine, one sentence each: directories without which the
    /// daemon does not start, and files without which a source delivers no fix.
    ///
    /// - Parameter exists: whether a path exists.
    func lacks(exists: (_ path: String) -> Bool) -> [String] {
        var lacks: [String] = []
        // The service manager creates directories below /run at the start.
        if let socket = daemon.socket, !socket.hasPrefix("/run/"), !socket.hasPrefix("/var/run/") {
            lacks += Self.lack(ofDirectory: Self.parent(of: socket), of: "socket", exists: exists)
        }
        if let directory = daemon.stateDirectory {
            lacks += Self.lack(ofDirectory: directory, of: "state_directory", exists: exists)
        }
        for source in sources {
            let path: String
            switch source.kind {
            case .recording(_, path: let file, _, _): path = file
            case .simulated(let simulation): path = simulation.path
            case .auto, .serial, .gpsd, .nmeaTCP, .nmeaUDP, .exec, .socket, .derived: continue
            }
            guard !exists(path) else { continue }
            lacks.append("source \(source.name): the file \(path) does not exist; name one as path")
        }
        return lacks
    }

    /// Returns the problem that a directory cannot be created; empty if it or its parent exists.
    private static func lack(
        ofDirectory directory: String, of key: String, exists: (String) -> Bool
    ) -> [String] {
        let parent = parent(of: directory)
        guard !exists(directory), !exists(parent) else { return [] }
        return [
            "daemon.\(key): \(parent) does not exist, so that the daemon does not start; create it, or name "
                + "another \(key)"
        ]
    }

    private static func parent(of path: String) -> String {
        let whole = path.last == "/" ? path.dropLast() : path[...]
        guard let slash = whole.lastIndex(of: "/") else { return "." }
        return slash == whole.startIndex ? "/" : String(whole[..<slash])
    }
}
