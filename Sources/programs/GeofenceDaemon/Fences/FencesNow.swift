import ControlProtocol
import Geofencing

/// The fences of one set at one moment. It is a value, so that a thread for which no client waits can work
/// on many fences.
struct FencesNow: Sendable {
    /// The set.
    let set: FenceSetName
    /// The fences of its file.
    let loaded: LoadedFences?
    /// The changes made at run time.
    let changes: RuntimeFences

    /// The number of fences.
    var count: Int { changes.count(of: set, over: loaded) }

    /// Whether the set has a fence with that id.
    func has(_ id: String) -> Bool { changes.has(id, of: set, over: loaded) }

    /// Returns the fence with that id; nil when there is none.
    func fence(_ id: String) -> Fence? { changes.fence(id, of: set, over: loaded) }

    /// Returns the first `limit` ids in order, after `id` or from the beginning.
    func ids(after id: String? = nil, limit: Int = .max) -> [String] {
        changes.ids(of: set, over: loaded, after: id, limit: limit)
    }

    /// Returns the ids with which an unknown id is compared: all of a small set; of a large one the ids
    /// after the first two thirds of `id`, else the first ones, because comparing all would take too long.
    func ids(near id: String) -> Candidates {
        let count = count
        let beginning = count <= Limits.listedFences ? nil : String(id.dropLast(id.count / 3))
        var names = ids(after: beginning, limit: Limits.listedFences)
        if names.isEmpty { names = ids(limit: Limits.listedFences) }
        return Candidates(names: names, count: count)
    }

    /// Returns the id of each fence that a client names, by id or by a name that only one fence has. Throws
    /// `notFound` for an unknown name and `invalidParams` for an ambiguous one.
    func ids(of names: [String]) throws(Failure) -> [String] {
        let found = FenceNames(names, in: [self])
        return try names.map { name throws(Failure) in
            if let id = try found.id(of: name) { return id }
            throw .notFound("fence", name, among: ids(near: name))
        }
    }

    /// Returns a change of a fence; nil as `fence` removes it.
    func note(_ fence: Fence?, id: String) -> RuntimeFenceNote {
        RuntimeFenceNote(fence, id: id, in: set, over: loaded)
    }
}
