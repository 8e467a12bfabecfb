extension Anonymizer {
    /// Returns a text with hidden positions.
    ///
    /// Coordinates in degrees are moved. Quoted texts, paths and words of the user are replaced.
    /// URLs, degrees with a sign or a direction, grid squares, words of letters and digits like
    /// geohashes, decimals without a unit and numbers of six digits or more are removed.
    func sentence(_ text: String) -> String {
        var result = text.filter { $0 != Self.stop }
        result = result.replacing(/[A-Za-z][A-Za-z0-9+.\-]*:\/\/[^\s"'<>]+/, with: "URL-REMOVED")
        result = result.replacing(
            /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+\-]\d\d:?\d\d)?/
        ) { Self.kept($0.0) }
        for (word, replacement) in words {
            result = Self.replacing(word, with: replacement, in: result)
        }
        result = shift.text(result) { Self.kept($0) }
        result = result.replacing(
            /(?<lead>^|[\s(\[=:,])(?<open>['"“])(?<inside>[^\n]+?)(?<close>['"”])(?=$|[\s)\].,;:])/
        ) { match in
            let inside = String(match.inside)
            let isOurs = ReportKeys.isKnown(inside) || inside.contains(Self.stop)
            let word = isOurs ? inside : Self.kept(self.replacement(for: inside, as: "text"))
            return "\(match.lead)\(match.open)\(word)\(match.close)"
        }
        result = result.replacing(/(?<lead>^|[\s("'=,])(?<path>\/[\w.@+\-\/:]*[\w\/])/) { match in
            let path = String(match.path)
            let isOurs = Self.ownPaths.contains { path.hasPrefix($0) }
            let word = isOurs ? path : self.replacement(for: path, as: "path")
            return "\(match.lead)\(Self.kept(word))"
        }
        return Self.withoutPlaces(result).filter { $0 != Self.stop }
    }

    /// Prefixes of the paths that every installation has.
    private static let ownPaths = [
        "/dev/tty", "/etc/geofenced/geofenced.toml", "/run/geofenced", "/usr/",
    ]

    /// Returns the text without positions in forms that cannot be moved.
    private static func withoutPlaces(_ text: String) -> String {
        var result = text
        // 52.52° N, 52°31'12"
        let signed =
            /[+\-]?\d[\d.,]*\s?[°º˚](?:\s?\d+(?:[.,]\d+)?\s?['′’])?(?:\s?\d+(?:[.,]\d+)?\s?["″”])?(?:\s?[NSEWO]\b)?/
        result = result.replacing(signed, with: CoordinateShift.removed)
        // 52.52 N, N 52 31.2, 33U 391545 5820145
        let directed = /\b(?:\d[\d.,:' ]*\s?[NSEW]|[NSEW]\s?\d[\d.,:' ]*\d)\b/
        result = result.replacing(directed, with: CoordinateShift.removed)
        let square = /\b\d{1,2}\s?[C-HJ-NP-X](?:\s?[A-HJ-NP-Z]{2})?(?:\s\d{2,8}){1,2}\b/
        result = result.replacing(square, with: CoordinateShift.removed)
        let plusCode = /\b[2-9CFGHJMPQRVWX]{4,8}\+(?:[2-9CFGHJMPQRVWX]{2,3})?/
        result = result.replacing(plusCode, with: CoordinateShift.removed)
        result = result.replacing(/\b[0-9A-Za-z]*(?:\d[A-Za-z]|[A-Za-z]\d)[0-9A-Za-z]*\b/) {
            match in
            // 500ms is not a geohash, nor is a word of four characters.
            let isFigure = match.0.wholeMatch(of: /\d{1,5}(?:ms|us|s|m|km|kB|B|KiB|MiB|GiB)/) != nil
            return match.0.count < 5 || isFigure ? "\(match.0)" : CoordinateShift.removed
        }
        return result.replacing(
            /(?<number>\d[\d.,_]*\d|\d)(?<unit>\s?(?:ms|us|s|min|h|d|m\/s|m|km|%|Hz|B|bytes|kB|KiB|MiB|GiB)\b)?/
        ) { match in
            isHarmless(match.number, hasUnit: match.unit != nil)
                ? "\(match.0)" : removed(match.unit)
        }
    }

    private static func removed(_ unit: Substring?) -> String {
        CoordinateShift.removed + (unit ?? "")
    }

    /// Whether a number is too short to be a coordinate, is a measure with a unit, or has at
    /// least three short parts as versions and addresses have.
    private static func isHarmless(_ number: Substring, hasUnit: Bool) -> Bool {
        let parts = number.split(omittingEmptySubsequences: false) { ".,_".contains($0) }
        switch parts.count {
        case 1: return number.count < 6
        case 2: return hasUnit && parts[0].count < 6 && parts[1].count < 3
        default: return parts.allSatisfy { 1...3 ~= $0.count }
        }
    }

    /// Replaces a word wherever it is a whole word.
    private static func replacing(
        _ word: String, with replacement: String, in text: String
    ) -> String {
        guard !word.isEmpty, text.contains(word) else { return text }
        var result = ""
        var rest = text[...]
        while let found = rest.firstRange(of: word) {
            let before = rest[..<found.lowerBound]
            let isAlone =
                !isPartOfWord((result + before).last)
                && !isPartOfWord(rest[found.upperBound...].first)
            result += before + (isAlone ? kept(replacement) : word)
            rest = rest[found.upperBound...]
        }
        return result + rest
    }

    private static func isPartOfWord(_ character: Character?) -> Bool {
        guard let character else { return false }
        return character.isLetter || character.isNumber || character == "_" || character == stop
    }

    /// Returns the text with a stop before each character, so that no later pattern matches it.
    private static func kept(_ text: some StringProtocol) -> String {
        text.map { "\(stop)\($0)" }.joined()
    }

    /// A private-use character, which `sentence` first removes from its input.
    private static let stop: Character = "\u{E000}"
}
