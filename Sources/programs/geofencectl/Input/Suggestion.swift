internal import Suggestions

/// Finds the name that was probably meant.
enum Suggestion {
    /// Returns the name nearest in letters, meaning or prefix.
    static func nearest(to word: String, among names: some Sequence<String>) -> String? {
        nearestWord(to: word, among: names)
    }
}
