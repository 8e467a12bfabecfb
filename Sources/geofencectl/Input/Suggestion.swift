internal import Spelling

/// Finds the name that was probably meant.
enum Suggestion {
    /// The closest of `names`, else the first one that begins with the word: at least three letters
    /// are no slip but an abbreviation. Upper and lower case are the same.
    static func nearest(to word: String, among names: some Sequence<String>) -> String? {
        if let closest = closestWord(to: word, among: names) { return closest }
        let beginning = word.lowercased()
        return beginning.count > 2
            ? names.first { $0.lowercased().hasPrefix(beginning) } : nil
    }
}
