import ControlProtocol
import Spelling

extension Failure {
    /// Nothing of that name exists; the nearest name is suggested.
    static func notFound(_ what: String, _ name: String, among names: [String]) -> Failure {
        let listed = Set(names).sorted().prefix(10).joined(separator: ", ")
        var failure = Failure(
            .notFound, "There is no \(what) \(name).",
            hint: names.isEmpty ? "There is none at all." : "There are: \(listed).")
        failure.data?.suggestion = closestWord(to: name, among: names)
        return failure
    }
}
