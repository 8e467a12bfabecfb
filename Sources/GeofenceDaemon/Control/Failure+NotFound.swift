import ControlProtocol
import Suggestions

extension Failure {
    /// Nothing of that name exists; the nearest name is suggested.
    static func notFound(_ what: String, _ name: String, among names: [String]) -> Failure {
        notFound(what, name, among: Candidates(names: names, count: names.count))
    }

    /// The same where there may be too many names to look at all of them.
    static func notFound(_ what: String, _ name: String, among known: Candidates) -> Failure {
        let names = Set(known.names)
        let listed = names.sorted().prefix(listedNames)
        // Several sets may have a fence of one id, which is one name.
        let rest = known.count - (known.names.count - names.count) - listed.count
        let list = listed.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        var failure = Failure(
            .notFound, "There is no \(what) \(name).",
            hint: listed.isEmpty ? "There is none at all." : "There are: \(list).")
        failure.data?.suggestion = closestWord(to: name, among: known.names)
        return failure
    }

    /// Names that a hint lists: as many as a person reads at once.
    private static let listedNames = 10
}
