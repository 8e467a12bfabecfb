extension Anonymizer {
    /// Returns a configuration with hidden positions: without comments, which may describe a
    /// position, and with values only of keys that never contain one. It need not be valid TOML.
    func configuration(_ toml: String) -> String {
        var scan = ConfigurationScan(anonymizer: self)
        // Matches by Unicode scalars: \r\n, or # with a combining accent, would form one
        // character.
        let tokens = toml.matches(
            of:
                /"""(?s:\\.|.)*?(?:"{3,5}|$)|'''(?s:.*?)(?:'{3,5}|$)|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?|#[^\r\n]*|[A-Za-z0-9_+\-.:]+|\s+|./
                .matchingSemantics(.unicodeScalar)
        ).map { String($0.0) }
        for (place, token) in tokens.enumerated() {
            let next = tokens[(place + 1)...].first { !$0.allSatisfy(\.isWhitespace) }
            scan.take(token, isName: next == "=")
        }
        return scan.result
    }
}

/// Hides positions in a configuration, token by token.
private struct ConfigurationScan {
    let anonymizer: Anonymizer
    /// The result so far.
    private(set) var result = ""
    /// The current key of each open inline table, outermost first.
    private var keys = [""]
    /// The number of earlier values in each open list.
    private var lists: [Int] = []
    private var isHeader = false
    /// The kind of table: the first part of its header.
    private var table = ""

    init(anonymizer: Anonymizer) {
        self.anonymizer = anonymizer
    }

    mutating func take(_ token: String, isName: Bool) {
        switch token.unicodeScalars.first {
        case "#": break
        case "[" where lists.isEmpty && isLineStart: begin("[", isHeader: true)
        case "[":
            lists.append(0)
            result += token
        case "]":
            _ = lists.popLast()
            result += token
        case "{":
            keys.append("")
            result += token
        case "}":
            if keys.count > 1 { keys.removeLast() }
            result += token
        case ",":
            if let last = lists.indices.last { lists[last] += 1 }
            result += token
        case "=": result += token
        case _ where token.allSatisfy(\.isWhitespace):
            if token.contains(where: \.isNewline), lists.isEmpty || isHeader { endLine() }
            result += token
        case _ where isName || isHeader: takeName(token)
        default: takeValue(token)
        }
    }

    private var isLineStart: Bool {
        isHeader || result.reversed().first { $0 != " " && $0 != "\t" }?.isNewline ?? true
    }

    private mutating func begin(_ token: String, isHeader: Bool) {
        self.isHeader = isHeader
        result += token
    }

    private mutating func endLine() {
        isHeader = false
        keys = [""]
        lists = []
    }

    /// Appends a key, perhaps of several parts, or a part of the name of a table.
    private mutating func takeName(_ token: String) {
        let parts =
            token.first == "\"" || token.first == "'"
            ? [Self.content(of: token)] : token.split(separator: ".").map(String.init)
        if isHeader, result.last == "[" { table = parts.first ?? "" }
        // The name of a source is a key and may be any word.
        let isNamed = isHeader && result.last == "." && table == "source"
        let names = parts.enumerated().map { place, part in
            let isUsers = isNamed || isHeader && place == 1 && table == "source"
            return ReportKeys.isKnown(part) && !isUsers
                ? part : anonymizer.replacement(for: part, as: isUsers ? "source" : "text")
        }
        if !isHeader { keys[keys.count - 1] = parts.last ?? "" }
        result += names.joined(separator: ".")
        if isHeader, token.last == "." { result += "." }
    }

    private mutating func takeValue(_ token: String) {
        let key = keys[keys.count - 1]
        if token.first == "\"" || token.first == "'" {
            let text = Self.content(of: token)
            let word =
                ReportKeys.leftOut.contains(key)
                ? CoordinateShift.removed
                : anonymizer.word(text, under: key, in: table.isEmpty ? "" : table + "s")
            result += "\"\(word)\""
        } else if ["true", "false", "inf", "nan"].contains(token) {
            result += token
        } else if let number = anonymizer.shift.number(token[...]) {
            result += self.number(number, token, under: key)
        } else {
            result += CoordinateShift.removed
        }
    }

    private func number(_ number: Double, _ token: String, under key: String) -> String {
        if ReportKeys.numbers.contains(key) { return token }
        guard ReportKeys.places.contains(key), lists.count == 2 else {
            return CoordinateShift.removed
        }
        let moved =
            switch lists[1] {
            case 0: anonymizer.shift.longitude(number)
            case 1: anonymizer.shift.latitude(number)
            default: nil as Double?
            }
        return moved.map { "\($0)" } ?? CoordinateShift.removed
    }

    /// Returns the text between the quotes of a string.
    private static func content(of token: String) -> String {
        let quote: Character = token.first ?? "\""
        let isLong = token.hasPrefix(String(repeating: quote, count: 3))
        return String(token.dropFirst(isLong ? 3 : 1).drop { isLong && $0.isNewline })
            .trimmingQuotes(quote, isLong ? 3 : 1)
    }
}

extension String {
    fileprivate func trimmingQuotes(_ quote: Character, _ count: Int) -> String {
        hasSuffix(String(repeating: quote, count: count)) ? String(dropLast(count)) : self
    }
}
