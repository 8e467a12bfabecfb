internal import Suggestions

/// Records which members of the objects in a request were read. A type declares its keys by
/// reading them, so the type does not know the other members.
final class KeyAudit {
    private struct Object {
        /// The path to the object: `after` for the object under that key, empty for the
        /// parameters themselves.
        var path: String
        var members: Set<String>
        /// The keys that were read, in their order.
        var keys: [String] = []

        /// The members that were not read, in order.
        var unknown: [String] { members.subtracting(keys).sorted() }
    }

    private var objects: [Object] = []

    /// Records an object and its members.
    func noteMembers(_ members: [String], at path: [any CodingKey]) {
        let path = Self.text(path)
        guard !objects.contains(where: { $0.path == path }) else { return }
        objects.append(Object(path: path, members: Set(members)))
    }

    /// Records that a type reads a key of the object at the path.
    func noteKey(_ key: any CodingKey, at path: [any CodingKey]) {
        let path = Self.text(path)
        guard let index = objects.firstIndex(where: { $0.path == path }),
            !objects[index].keys.contains(key.stringValue)
        else { return }
        objects[index].keys.append(key.stringValue)
    }

    /// Returns the refusal of unread members; nil without any. To be called when all is read.
    func refusal(of method: String) -> Failure? {
        guard let object = objects.first(where: { !$0.unknown.isEmpty }) else { return nil }
        func sentence(_ name: String) -> String {
            let way = object.path.isEmpty ? name : "\(object.path).\(name)"
            return "\(method) has no parameter \"\(way.prefix(Self.longestName))\"."
        }
        let unknown = object.unknown
        var failure = Failure(
            .invalidParams, sentence(unknown[0]),
            hint: object.keys.isEmpty
                ? "It has none." : "There are: \(object.keys.joined(separator: ", ")).")
        failure.data?.suggestion = nearestWord(to: unknown[0], among: object.keys)
        if unknown.count > 1 {
            failure.data?.problems = unknown.prefix(Self.listedNames).map(sentence)
        }
        return failure
    }

    /// Returns the unread member that was probably a misspelling of a missing key; nil where none
    /// is close.
    func likelySpelling(of key: any CodingKey, at path: [any CodingKey]) -> String? {
        let path = Self.text(path)
        guard let object = objects.first(where: { $0.path == path }) else { return nil }
        return closestWord(to: key.stringValue, among: object.unknown)
    }

    /// The most characters of an unknown name that a response repeats.
    private static let longestName = 100
    /// The most unknown names that a response lists.
    private static let listedNames = 10

    private static func text(_ path: [any CodingKey]) -> String {
        path.map(\.stringValue).joined(separator: ".")
    }
}
