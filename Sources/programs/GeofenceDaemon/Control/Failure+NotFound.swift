import ControlProtocol
import Suggestions

extension Failure {
    /// Returns the failure for an unknown name; suggests the nearest.
    static func notFound(_ what: String, _ name: String, among names: [String]) -> Failure {
        notFound(what, name, among: Candidates(names: names, count: names.count))
    }

    /// Does the same from a part of the names, with the count of all.
    static func notFound(_ what: String, _ name: String, among known: Candidates) -> Failure {
        let names = Set(known.names)
        let listed = names.sorted().prefix(listedNames)
        // A fence id that several sets have is listed and counted once.
        let rest = known.count - (known.names.count - names.count) - listed.count
        let list = listed.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        var failure = Failure(
            .notFound, "There is no \(what) \(name).",
            hint: listed.isEmpty ? "None exists." : "There are: \(list).")
        failure.data?.suggestion = closestWord(to: name, among: known.names)
        return failure
    }

    /// The number of names in a hint: as many as a person reads at once.
    private static let listedNames = 10
}
