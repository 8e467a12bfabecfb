import Composition
import ControlProtocol
import EventStore
import FenceFiles
import Geofencing

/// The fences that clients have changed at run time. They override those of the files and survive restarts
/// and reloads.
struct RuntimeFences {
    /// The changes by set and id: the fence that replaces that of the file, or nil for a removal.
    private var changes: [FenceSetName: [String: Fence?]] = [:]
    /// The stored size of each change.
    private var usages: [FenceSetName: [String: RuntimeFenceUsage]] = [:]
    /// The size of the changes of a set that are stored but not in force, because they exceed the limits or
    /// cannot be read. They are removed with all changes of the set.
    private var leftOut: [FenceSetName: RuntimeFenceUsage] = [:]
    /// The size of all stored changes.
    private(set) var usage = RuntimeFenceUsage()

    /// Restores the stored changes. Returns a text for each one that this version cannot read.
    ///
    /// - Parameter beyond: the size of the stored changes beyond the limits, by set.
    mutating func restore(
        _ kept: [RuntimeFence], beyond: [FenceSetName: RuntimeFenceUsage]
    ) -> [String] {
        for (set, usage) in beyond { leaveOut(usage, of: set) }
        return kept.compactMap { change in
            guard let text = change.geoJSON else {
                put(nil, change)
                return nil
            }
            let file = FenceFile.read(Array(text.utf8))
            guard let fence = file.fences?.first, fence.id == change.id else {
                leaveOut(RuntimeFenceUsage(change), of: change.set)
                let reason = file.problems.first.map { " (\($0.reason))" } ?? ""
                return "run-time fence \(change.id) of \(change.set.text)\(reason)"
            }
            put(fence, change)
            return nil
        }
    }

    /// The number of changes that are stored but not in force.
    var leftOutCount: Int { leftOut.values.reduce(0) { $0 + $1.count } }

    /// Throws `tooLarge` when a fence is too large, or when the total exceeds the limits and grows.
    func admit(_ changes: [RuntimeFenceChange]) throws(Failure) {
        var after = usage
        var forgotten: Set<FenceSetName> = []
        func known(_ id: String, _ set: FenceSetName) -> RuntimeFenceUsage {
            forgotten.contains(set)
                ? RuntimeFenceUsage() : usages[set]?[id] ?? RuntimeFenceUsage()
        }
        for change in changes {
            switch change {
            case .put(let fence):
                let bytes = fence.geoJSON?.utf8.count ?? 0
                guard bytes <= StoreLimits.valueBytes else {
                    throw Failure(
                        .tooLarge,
                        "The fence \(fence.id) has \(bytes) bytes as GeoJSON, more than the "
                            + "\(StoreLimits.valueBytes) that one fence may have at run time.",
                        hint: "Draw it with fewer vertices, or put it into the file of its set.")
                }
                after = after - known(fence.id, fence.set) + RuntimeFenceUsage(fence)
            case .forget(let set, let id): after = after - known(id, set)
            case .forgetSet(let set):
                after = after - usage(of: set)
                forgotten.insert(set)
            case .forgetAll: after = RuntimeFenceUsage()
            }
        }
        guard !after.isWithinLimits, after.count > usage.count || after.bytes > usage.bytes else {
            return
        }
        throw Failure(
            .tooLarge,
            "At most \(StoreLimits.runtimeFences) fences changed at run time, of "
                + "\(StoreLimits.runtimeFences_bytes) bytes, are kept for all sets; with this "
                + "change they are \(after.count) of \(after.bytes) bytes.",
            hint: "Nothing was changed. Put fences that stay into the file of their set, reload, "
                + "and give up others: geofencectl fence revert.")
    }

    /// Discards the changes that are not in force, because their database no longer exists.
    mutating func forgetLeftOut() {
        usage = usage - leftOut.values.reduce(RuntimeFenceUsage(), +)
        leftOut = [:]
    }

    private func usage(of set: FenceSetName) -> RuntimeFenceUsage {
        (usages[set] ?? [:]).values.reduce(leftOut[set] ?? RuntimeFenceUsage(), +)
    }

    private mutating func leaveOut(_ usage: RuntimeFenceUsage, of set: FenceSetName) {
        leftOut[set] = (leftOut[set] ?? RuntimeFenceUsage()) + usage
        self.usage = self.usage + usage
    }

    /// All changes, to be stored in a new log.
    var kept: [RuntimeFence] {
        changes.flatMap { set, changes in
            changes.map { id, fence in RuntimeFence(fence, id: id, in: set) }
        }
    }

    /// Applies a change to one fence.
    mutating func take(_ note: RuntimeFenceNote) {
        switch note.kept {
        case .put(let kept): put(note.fence, kept)
        case .forget, .forgetSet, .forgetAll: forget(note.id, of: note.set)
        }
    }

    /// Removes all changes of a set.
    mutating func forget(_ set: FenceSetName) {
        usage = usage - usage(of: set)
        (changes[set], usages[set], leftOut[set]) = (nil, nil, nil)
    }

    /// Removes the change of one fence.
    mutating func forget(_ id: String, of set: FenceSetName) {
        changes[set]?.removeValue(forKey: id)
        if let gone = usages[set]?.removeValue(forKey: id) { usage = usage - gone }
    }

    /// The ids of the changed fences of a set.
    func changedIDs(of set: FenceSetName) -> Set<String> {
        Set((changes[set] ?? [:]).keys)
    }

    /// Whether changes of a set are stored.
    func keeps(_ set: FenceSetName) -> Bool {
        usages[set]?.isEmpty == false || leftOut[set] != nil
    }

    /// Whether a fence was changed at run time.
    func holds(_ id: String, of set: FenceSetName) -> Bool {
        changes[set]?.keys.contains(id) ?? false
    }

    /// The number of fences of the file that are replaced or removed.
    func overriddenCount(of set: FenceSetName, over loaded: LoadedFences?) -> Int {
        (changes[set] ?? [:]).keys.count { loaded?.set?.has(id: $0) ?? false }
    }

    /// The number of fences that a set has in addition to those of its file.
    func addedCount(to set: FenceSetName, over loaded: LoadedFences?) -> Int {
        (changes[set] ?? [:]).count { id, fence in
            fence != nil && loaded?.set?.has(id: id) != true
        }
    }

    /// Returns the first `limit` ids of a set with its changes, after `id` or from the beginning.
    func ids(
        of set: FenceSetName, over loaded: LoadedFences?, after id: String?, limit: Int
    ) -> [String] {
        let changes = changes[set] ?? [:]
        let others = changes.filter { $0.value != nil }.keys
        return (loaded?.set ?? .empty).ids(after: id, limit: limit, and: others) {
            changes[$0] == nil
        }
    }

    /// Returns the fence with that id in a set with its changes; nil when there is none.
    func fence(_ id: String, of set: FenceSetName, over loaded: LoadedFences?) -> Fence? {
        changes[set]?[id] ?? loaded?.set?.fence(id: id)
    }

    /// Calls `body` with every fence of a set with its changes that has one of these names.
    func forEachFence(
        of set: FenceSetName, over loaded: LoadedFences?, named names: Set<String>,
        _ body: (_ name: String, _ id: String) -> Void
    ) {
        let changes = changes[set] ?? [:]
        loaded?.set?.forEachFence(named: names) { name, id in
            if changes[id] == nil { body(name, id) }
        }
        for case let (id, fence?) in changes where names.contains(fence.name) {
            body(fence.name, id)
        }
    }

    /// Whether a set with its changes has a fence with that id.
    func has(_ id: String, of set: FenceSetName, over loaded: LoadedFences?) -> Bool {
        guard let change = changes[set]?[id] else { return loaded?.set?.has(id: id) ?? false }
        return change != nil
    }

    /// Returns the number of fences of a set with its changes.
    func count(of set: FenceSetName, over loaded: LoadedFences?) -> Int {
        let base = loaded?.set?.count ?? 0
        return (changes[set] ?? [:]).reduce(base) { count, change in
            let wasThere = loaded?.set?.has(id: change.key) ?? false
            return count + (change.value == nil ? 0 : 1) - (wasThere ? 1 : 0)
        }
    }

    /// Returns the configuration with all changes applied.
    func overlaid(on configuration: EngineConfiguration) -> EngineConfiguration {
        var configuration = configuration
        for (set, changes) in changes {
            configuration.fenceSets[set]?.changes = changes.sorted { $0.key < $1.key }.map {
                id, fence in fence.map(FenceSetChange.replace) ?? .remove(id: id)
            }
        }
        return configuration
    }

    private mutating func put(_ fence: Fence?, _ kept: RuntimeFence) {
        let new = RuntimeFenceUsage(kept)
        let old = usages[kept.set, default: [:]].updateValue(new, forKey: kept.id)
        usage = usage - (old ?? RuntimeFenceUsage()) + new
        changes[kept.set, default: [:]].updateValue(fence, forKey: kept.id)
    }
}
