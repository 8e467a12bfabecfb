import Composition

extension Composition {
    /// Loads a configuration where exactly these files exist.
    init(
        _ text: String, path: String = "/etc/g/geofenced.toml", overrides: [String] = [],
        files: [String: String]
    ) throws {
        let load = Composition.load(text, path: path, overrides: overrides) {
            (path, _) throws(UnreadableFile) in
            guard let file = files[path] else { throw UnreadableFile(reason: "does not exist") }
            return Array(file.utf8)
        }
        self = try load.get()
    }
}
