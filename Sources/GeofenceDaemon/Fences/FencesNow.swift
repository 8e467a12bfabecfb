import ControlProtocol
import Geofencing

/// The fences of one set at a moment: a value, so that work on many of them is done on a thread for which
/// no client waits.
struct FencesNow: Sendable {
    /// The set.
    let set: FenceSetName
    /// The fences of its file.
    let loaded: LoadedFences?
    /// The changes at run time.
    let changes: RuntimeFences

    /// How many there are.
    var count: Int { changes.count(of: set, over: loaded) }

    /// Whether there is a fence of that id.
    func has(_ id: String) -> Bool { changes.has(id, of: set, over: loaded) }

    /// The fence of that id, if there is one.
    func fence(_ id: String) -> Fence? { changes.fence(id, of: set, over: loaded) }

    /// The first `limit` ids that come after `id`, or from the beginning, in order.
    func ids(after id: String? = nil, limit: Int = .max) -> [String] {
        changes.ids(of: set, over: loaded, after: id, limit: limit)
    }

    /// The ids with which to compare one that the set lacks: all of a small set. Of a large set those after
    /// the first two thirds of the word, or else the first ones, since comparing all would take too long.
    func ids(near id: String) -> Candidates {
        let count = count
        let beginning = count <= Limits.listedFences ? nil : String(id.dropLast(id.count / 3))
        var names = ids(after: beginning, limit: Limits.listedFences)
        if names.isEmpty { names = ids(limit: Limits.listedFences) }
        return Candidates(names: names, count: count)
    }

    /// The id of each fence that a client names: by its id, or by a name that no other fence has. Throws
    /// `notFound` for a name of none, and `invalidParams` for a name of several.
    func ids(of names: [String]) throws(Failure) -> [String] {
        let found = FenceNames(names, in: [self])
        return try names.map { name throws(Failure) in
            if let id = try found.id(of: name) { return id }
            throw .notFound("fence", name, among: ids(near: name))
        }
    }

    /// A change of a fence; `fence` is nil when it is removed.
    func note(_ fence: Fence?, id: String) -> RuntimeFenceNote {
        RuntimeFenceNote(fence, id: id, in: set, over: loaded)
    }
}
