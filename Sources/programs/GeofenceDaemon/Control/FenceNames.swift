import ControlProtocol
import Geofencing
import Suggestions

/// The fences that a request names, by id or by a name that no other fence has.
struct FenceNames: Sendable {
    /// The names that no fence has, in the order of the request, with a suggestion for the first ones.
    private(set) var unknown: [UnknownName] = []
    /// The sorted ids of the fences with each requested name that is not an id.
    private var ids: [String: [String]] = [:]

    /// Creates the result for a request that has only ids.
    init() {}

    /// Finds the fences in sets; compares the names of all fences of the sets when one name is not an id.
    init(_ names: [String], in sets: [FencesNow]) {
        let others = Set(names.filter { name in !sets.contains { $0.has(name) } })
        guard !others.isEmpty else { return }
        var found: [String: Set<String>] = [:]
        for set in sets {
            set.changes.forEachFence(of: set.set, over: set.loaded, named: others) { name, id in
                found[name, default: []].insert(id)
            }
        }
        ids = found.mapValues { $0.sorted() }
        var seen: Set<String> = []
        for name in names where others.contains(name) && found[name] == nil {
            guard seen.insert(name).inserted else { continue }
            // A suggestion takes a page of comparisons. Of many unknown names, most are not typing errors.
            let near =
                unknown.count < Self.suggestedNames ? sets.flatMap { $0.ids(near: name).names } : []
            unknown.append(
                UnknownName(
                    kind: "fence", name: name, suggestion: nearestWord(to: name, among: near)))
        }
    }

    /// Returns the id of the fence with that name or id; nil when there is none. Throws `invalidParams`
    /// when several fences have the name.
    func id(of name: String) throws(Failure) -> String? {
        guard let ids = ids[name] else {
            return unknown.contains { $0.name == name } ? nil : name
        }
        guard ids.count == 1 else {
            let listed = ids.prefix(Self.listedIDs).joined(separator: ", ")
            let rest = ids.count - min(ids.count, Self.listedIDs)
            throw Failure(
                .invalidParams, "\(ids.count) fences have the name \(name).",
                hint: "Give the id of one of them: \(listed)"
                    + (rest > 0 ? " and \(rest) more." : "."))
        }
        return ids[0]
    }

    /// The number of unknown names that get a suggestion.
    private static let suggestedNames = 10
    /// The number of ids of one name in a hint: as many as a person reads at once.
    private static let listedIDs = 10
}
