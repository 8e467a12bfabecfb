import Geodesy

/// The present fences of one set: those of the file without the removed ones, and those added at
/// run time. Changing one fence never rebuilds the others.
///
/// Immutable. A class, so that a reference is passed instead of a copy. A change makes another
/// catalog with the same table.
final class FenceCatalog: Sendable {
    let name: FenceSetName
    /// The fences of the file.
    let table: FenceTable
    /// The shapes of the table. Stored here because access by way of the table would retain and
    /// release another object for every measurement.
    let shapes: ShapeStore
    /// The problems found when the set was loaded.
    let problems: [String]
    /// The ids of fences that exist but cannot be evaluated.
    let invalid: Set<String>
    /// Whether the set could be loaded at all.
    let isAvailable: Bool
    /// All different settings that occur. Later catalogs only append to them.
    let settings: [FenceSettings]
    let overlay: FenceOverlay
    /// The digest of all fences.
    let digest: FenceDigest

    /// Creates the catalog of a loaded file with the runtime changes since.
    static func make(_ name: FenceSetName, _ loaded: LoadedFences) -> FenceCatalog {
        let table = (loaded.set ?? .empty).table
        let catalog = FenceCatalog(
            name,
            Draft(
                table: table, problems: loaded.problems, invalid: loaded.invalid,
                isAvailable: loaded.set != nil, settings: table.settings, digest: table.digest))
        return loaded.changes.isEmpty ? catalog : catalog.applying(loaded.changes)
    }

    private init(_ name: FenceSetName, _ draft: Draft) {
        self.name = name
        (table, shapes, isAvailable) = (draft.table, draft.table.shapes, draft.isAvailable)
        (problems, invalid) = (draft.problems, draft.invalid)
        (settings, overlay, digest) = (draft.settings, draft.overlay, draft.digest)
    }

    private var draft: Draft {
        Draft(
            table: table, problems: problems, invalid: invalid, isAvailable: isAvailable,
            settings: settings, overlay: overlay, digest: digest)
    }
}

extension FenceCatalog {
    /// Whether the catalog has no fences and no problems.
    var isEmpty: Bool { count == 0 && problems.isEmpty }

    /// Returns the catalog after those changes, applied in order.
    ///
    /// A fence that is added or replaced takes the place of the one with its id. A fence that
    /// cannot be evaluated becomes a problem instead.
    func applying(_ changes: [FenceSetChange]) -> FenceCatalog {
        var draft = draft
        for change in changes {
            switch change {
            case .set(let set): draft = FenceCatalog.make(name, LoadedFences(set: set)).draft
            case .add(let fence), .replace(let fence): draft.put(fence)
            case .remove(let id): draft.remove(id)
            }
        }
        return FenceCatalog(name, draft)
    }

    /// A catalog during a change.
    fileprivate struct Draft {
        let table: FenceTable
        var problems: [String]
        var invalid: Set<String>
        let isAvailable: Bool
        var settings: [FenceSettings]
        var overlay = FenceOverlay()
        var digest: FenceDigest

        mutating func put(_ fence: Fence) {
            remove(fence.id)
            var builder = ShapeStore.Builder()
            do {
                _ = try builder.append(fence.shape)
            } catch {
                invalid.insert(fence.id)
                problems.append("fence '\(fence.id)': \(error.sentence)")
                return
            }
            let shape = builder.finish()
            let index = settings.firstIndex(of: fence.settings) ?? settings.count
            if index == settings.count { settings.append(fence.settings) }
            let addition = FenceOverlay.AddedFence(
                fence: fence, shape: shape, settingsIndex: index, hash: fence.contentHash,
                box: shape.boundingBox(of: 0))
            overlay.add(addition)
            digest.add(addition.share)
        }

        mutating func remove(_ id: String) {
            if let addition = overlay.removeAdded(id: id) {
                digest.subtract(addition.share)
            } else if let number = table.number(of: id), overlay.hide(number) {
                digest.subtract(table.share(number))
            }
            invalid.remove(id)
            problems.removeAll { $0.hasPrefix("fence '\(id)'") }
        }
    }
}
