internal import Composition
internal import SystemServices

/// The name of a fence set on the command line.
enum FenceSetChoice {
    /// Returns the name for the daemon: a relative path that starts with a dot is made absolute,
    /// since the daemon has another working directory.
    static func asSeenByTheDaemon(_ words: String) -> String {
        let isFromHere = words.hasPrefix("./") || words.hasPrefix("../")
        return isFromHere ? AbsolutePath(words, from: Directory.current).text : words
    }
}
