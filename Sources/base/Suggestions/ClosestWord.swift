/// Returns the candidate that a misspelt word most likely means; nil when none is close.
///
/// Close means at most one edit in a word of up to four letters and at most a third of the letters
/// in a longer one. Case is ignored, and `-` equals `_`. An edit inserts, deletes or replaces a
/// letter or swaps two neighbours (optimal string alignment distance).
public func closestWord(to word: String, among candidates: some Sequence<String>) -> String? {
    // A longer word is not a typing error, and the cost is the product of the lengths.
    let longestWord = 64
    let wanted = folded(word)
    guard !wanted.isEmpty, wanted.count <= longestWord else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in candidates {
        let letters = folded(candidate)
        guard letters.count <= longestWord else { continue }
        let distance = editDistance(wanted, letters)
        let allowed = max(1, max(wanted.count, letters.count) / 3)
        if distance <= allowed, distance < best?.distance ?? Int.max {
            best = (candidate, distance)
        }
    }
    return best?.word
}

/// Returns ` (did you mean "WORD"?)`; empty when no candidate is close or has the same meaning.
public func didYouMean(_ word: String, among candidates: some Sequence<String>) -> String {
    let closest =
        wordOfSameMeaning(as: word, among: candidates) ?? closestWord(to: word, among: candidates)
    guard let closest else { return "" }
    return " (did you mean \"\(closest)\"?)"
}

private func folded(_ word: String) -> [UInt8] {
    word.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
        case UInt8(ascii: "-"): UInt8(ascii: "_")
        default: byte
        }
    }
}

private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforePrevious = [Int]()
    var previous = Array(0...right.count)
    for row in 1..<left.count + 1 {
        var current = [row]
        current.reserveCapacity(previous.count)
        for column in 1..<right.count + 1 {
            let isSame = left[row - 1] == right[column - 1]
            var cost = min(
                previous[column] + 1, current[column - 1] + 1,
                previous[column - 1] + (isSame ? 0 : 1))
            if row > 1, column > 1, left[row - 1] == right[column - 2],
                left[row - 2] == right[column - 1]
            {
                cost = min(cost, beforePrevious[column - 2] + 1)
            }
            current.append(cost)
        }
        beforePrevious = previous
        previous = current
    }
    return previous[right.count]
}
