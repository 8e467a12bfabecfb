import Geodesy

/// The fences of one set as they stand: those of the file, less what was taken away, and beside
/// them what was added at run time. Changing one fence never rebuilds the others.
///
/// Immutable, and an object so that it is passed on in one word: a change makes another catalog of
/// the same table.
final class FenceCatalog: Sendable {
    let name: FenceSetName
    /// The fences of the file.
    let table: FenceTable
    /// What was wrong when the set was loaded.
    let problems: [String]
    /// The ids of fences that are there but cannot be judged.
    let invalid: Set<String>
    /// Whether the set could be loaded at all.
    let isAvailable: Bool
    /// Every different setting that occurs; from one catalog to the next it only grows.
    let settings: [FenceSettings]
    let overlay: FenceOverlay

    /// The fences of a file as loaded.
    convenience init(name: FenceSetName, loaded: LoadedFences) {
        let table = loaded.set?.table ?? FenceTable.empty
        self.init(
            name: name, table: table, problems: loaded.problems, invalid: loaded.invalid,
            isAvailable: loaded.set != nil, settings: table.settings, overlay: FenceOverlay())
    }

    private init(
        name: FenceSetName, table: FenceTable, problems: [String], invalid: Set<String>,
        isAvailable: Bool, settings: [FenceSettings], overlay: FenceOverlay
    ) {
        self.name = name
        self.table = table
        self.problems = problems
        self.invalid = invalid
        self.isAvailable = isAvailable
        self.settings = settings
        self.overlay = overlay
    }
}

extension FenceCatalog {
    /// The catalog with a fence added, or put in the place of the one with its id. A fence that
    /// cannot be judged is among the problems instead.
    func putting(_ fence: Fence) -> FenceCatalog {
        var builder = ShapeStore.Builder()
        var overlay = without(fence.id)
        var problems = problems(without: fence.id)
        var invalid = invalid
        var settings = settings
        invalid.remove(fence.id)
        do {
            _ = try builder.append(fence.shape)
            let shape = builder.finish()
            let index = settings.firstIndex(of: fence.settings) ?? settings.count
            if index == settings.count { settings.append(fence.settings) }
            overlay.add(
                FenceOverlay.AddedFence(
                    fence: fence, shape: shape, settingsIndex: index, hash: fence.contentHash,
                    box: shape.boundingBox(of: 0)))
        } catch {
            invalid.insert(fence.id)
            problems.append("fence '\(fence.id)': \(sentence(about: error))")
        }
        return FenceCatalog(
            name: name, table: table, problems: problems, invalid: invalid,
            isAvailable: isAvailable, settings: settings, overlay: overlay)
    }

    /// The catalog without the fence of that id, and without its problem.
    func removing(id: String) -> FenceCatalog {
        FenceCatalog(
            name: name, table: table, problems: problems(without: id),
            invalid: invalid.subtracting([id]), isAvailable: isAvailable, settings: settings,
            overlay: without(id))
    }

    private func without(_ id: String) -> FenceOverlay {
        var overlay = overlay
        if !overlay.removeAdded(id: id), let number = table.number(of: id) {
            overlay.hide(number)
        }
        return overlay
    }

    private func problems(without id: String) -> [String] {
        problems.filter { !$0.hasPrefix("fence '\(id)'") }
    }
}
