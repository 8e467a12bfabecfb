internal import Suggestions

/// Finds the name that was probably meant.
enum Suggestion {
    /// The nearest of `names`, by letters, meaning or beginning.
    static func nearest(to word: String, among names: some Sequence<String>) -> String? {
        nearestWord(to: word, among: names)
    }
}
