/// Finds the name that was probably meant.
enum Suggestion {
    /// The nearest of `names` by edit distance, when it is near enough: at most a third of the
    /// letters differ, but always one may. Upper and lower case are the same.
    static func nearest(to word: String, among names: some Sequence<String>) -> String? {
        let wanted = Array(word.lowercased())
        let allowed = max(1, wanted.count / 3)
        var best: (name: String, distance: Int)?
        for name in names {
            let distance = distance(wanted, Array(name.lowercased()))
            let isNear =
                distance <= allowed
                || (wanted.count > 2 && name.lowercased().hasPrefix(word.lowercased()))
            if isNear, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    /// How many letters must be put in, left out, changed or swapped with their neighbour
    /// (optimal string alignment).
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var older: [Int] = []
        var previous = Array(0...right.count)
        for i in 1...left.count {
            var current = [i]
            for j in 1...right.count {
                let isSame = left[i - 1] == right[j - 1]
                var cost = min(
                    previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (isSame ? 0 : 1))
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    cost = min(cost, older[j - 2] + 1)
                }
                current.append(cost)
            }
            older = previous
            previous = current
        }
        return previous[right.count]
    }
}
