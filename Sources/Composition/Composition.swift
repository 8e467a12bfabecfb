import FenceFiles
import Geodesy
public import Geofencing
public import Settings

/// A configuration with everything it refers to: what the engine takes, what the daemon plugs in,
/// and what is wrong with single files.
public struct Composition: Sendable {
    /// The configuration as written.
    public var configuration: Configuration
    /// What the engine takes: `Input.configure`.
    public var engine: EngineConfiguration
    /// What is wrong with the files the configuration refers to. Nothing here stops the daemon: a
    /// file that cannot be used costs the monitors that need it.
    public var fileProblems: [FileProblem]

    /// Reads a configuration and the files it refers to, each once.
    ///
    /// - Parameters:
    ///   - text: the configuration, TOML 1.0.
    ///   - path: its path, for problems and relative paths.
    ///   - overrides: `KEY=VALUE` settings over those of the file.
    ///   - readFile: the bytes of a file, or why there are none.
    /// - Returns: the composition, or everything that is wrong with the configuration itself.
    public static func load(
        _ text: String, path: String, overrides: [String] = [],
        readFile: (String) throws(UnreadableFile) -> [UInt8]
    ) -> Result<Composition, InvalidConfiguration> {
        Configuration.parse(text, path: path, overrides: overrides).map { configuration in
            var composition = Composition(
                configuration: configuration, engine: EngineConfiguration(), fileProblems: [])
            composition.compose(readFile)
            return composition
        }
    }

    private mutating func compose(_ readFile: (String) throws(UnreadableFile) -> [UInt8]) {
        engine.level = configuration.level
        engine.global = configuration.global
        engine.monitors = configuration.monitors
        for source in configuration.sources { engine.feeds[source.name] = source.feed }
        for monitor in configuration.monitors where engine.fenceSets[monitor.fences] == nil {
            let path = monitor.fences.text
            engine.fenceSets[monitor.fences] = fenceFile(path, readFile).loaded(from: path)
        }
        for floorMap in configuration.floorMaps {
            switch floorMap.building {
            case .shape(let shape): engine.floorMaps.append(floorMap.floorMap(building: shape))
            case .file(let path):
                let fences = fenceFile(path, readFile).fences
                if case .polygons(let plan)? = fences?.first?.shape {
                    engine.floorMaps.append(floorMap.floorMap(building: .polygons(plan)))
                } else if fences != nil {
                    note(path, "the first feature must be the polygon of \(floorMap.name)")
                }
            }
        }
    }

    private mutating func fenceFile(
        _ path: String, _ readFile: (String) throws(UnreadableFile) -> [UInt8]
    ) -> FenceFile {
        let file: FenceFile
        do throws(UnreadableFile) {
            file = FenceFile.read(try readFile(path))
        } catch {
            file = FenceFile(unreadable: error.reason)
        }
        fileProblems += file.problems.map { FileProblem(path: path, problem: $0) }
        return file
    }

    private mutating func note(_ path: String, _ reason: String) {
        fileProblems.append(FileProblem(path: path, problem: FenceProblem(.rejected, reason)))
    }
}
