import Composition
import ControlProtocol
import EventStore
import FenceFiles
import Geofencing

/// Fences that clients have changed at run time: they lie over those of the files and outlive
/// restarts and reloads.
struct RuntimeFences {
    /// What is said about a fence: that it is this, or that it is gone (nil).
    private var changes: [FenceSetName: [String: Fence?]] = [:]

    /// Takes up what was kept. What this version cannot read is left out, and named with the reason.
    mutating func restore(_ kept: [RuntimeFence]) -> [String] {
        kept.compactMap { change in
            guard let text = change.geoJSON else {
                put(nil, id: change.id, in: change.set)
                return nil
            }
            let file = FenceFile.read(Array(text.utf8))
            guard let fence = file.fences?.first, fence.id == change.id else {
                let reason = file.problems.first.map { " (\($0.reason))" } ?? ""
                return "run-time fence \(change.id) of \(change.set.text)\(reason)"
            }
            put(fence, id: change.id, in: change.set)
            return nil
        }
    }

    /// All of it, to be kept anew.
    var kept: [RuntimeFence] {
        changes.flatMap { set, changes in
            changes.map { id, fence in RuntimeFence(fence, id: id, in: set) }
        }
    }

    /// Takes note of what is said of a fence.
    mutating func take(_ note: RuntimeFenceNote) {
        if note.isFiled {
            forget(note.id, of: note.set)
        } else {
            put(note.fence, id: note.id, in: note.set)
        }
    }

    /// Forgets everything said about a set.
    mutating func forget(_ set: FenceSetName) {
        changes[set] = nil
    }

    /// Forgets what is said about a fence.
    mutating func forget(_ id: String, of set: FenceSetName) {
        changes[set]?.removeValue(forKey: id)
    }

    /// The ids of a set about which something is said.
    func changedIDs(of set: FenceSetName) -> Set<String> {
        Set((changes[set] ?? [:]).keys)
    }

    /// Whether a fence is not as the file of its set says, but as this says.
    func holds(_ id: String, of set: FenceSetName) -> Bool {
        changes[set]?.keys.contains(id) ?? false
    }

    /// How many fences of a file are not as it says.
    func overriddenCount(of set: FenceSetName, over loaded: LoadedFences?) -> Int {
        (changes[set] ?? [:]).keys.count { loaded?.set?.has(id: $0) ?? false }
    }

    /// How many fences a set has beside those of its file.
    func addedCount(to set: FenceSetName, over loaded: LoadedFences?) -> Int {
        (changes[set] ?? [:]).count { id, fence in
            fence != nil && loaded?.set?.has(id: id) != true
        }
    }

    /// The first `limit` ids of a set behind `id`, or from the beginning, as it is with the changes.
    func ids(
        of set: FenceSetName, over loaded: LoadedFences?, after id: String?, limit: Int
    ) -> [String] {
        let changes = changes[set] ?? [:]
        let others = changes.filter { $0.value != nil }.keys
        return (loaded?.set ?? .empty).ids(after: id, limit: limit, and: others) {
            changes[$0] == nil
        }
    }

    /// The fence of a set as it is with the changes; nil if there is none of that id.
    func fence(_ id: String, of set: FenceSetName, over loaded: LoadedFences?) -> Fence? {
        changes[set]?[id] ?? loaded?.set?.fence(id: id)
    }

    /// How many fences a set has with the changes.
    func count(of set: FenceSetName, over loaded: LoadedFences?) -> Int {
        let base = loaded?.set?.count ?? 0
        return (changes[set] ?? [:]).reduce(base) { count, change in
            let wasThere = loaded?.set?.has(id: change.key) ?? false
            return count + (change.value == nil ? 0 : 1) - (wasThere ? 1 : 0)
        }
    }

    /// The configuration with the changes in it.
    func overlaid(on configuration: EngineConfiguration) -> EngineConfiguration {
        var configuration = configuration
        for (set, changes) in changes {
            configuration.fenceSets[set]?.changes = changes.sorted { $0.key < $1.key }.map {
                id, fence in fence.map(FenceSetChange.replace) ?? .remove(id: id)
            }
        }
        return configuration
    }

    private mutating func put(_ fence: Fence?, id: String, in set: FenceSetName) {
        changes[set, default: [:]].updateValue(fence, forKey: id)
    }
}
