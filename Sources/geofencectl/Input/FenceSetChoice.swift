internal import Composition

/// What people write for a fence set.
enum FenceSetChoice {
    /// The words as the daemon understands them: what begins with a dot is a path as seen from
    /// here, and the daemon was started elsewhere.
    static func asSeenByTheDaemon(_ words: String) -> String {
        let isFromHere = words.hasPrefix("./") || words.hasPrefix("../")
        return isFromHere ? AbsolutePath(words, from: Directory.current).text : words
    }
}
