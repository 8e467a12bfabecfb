import Suggestions

extension TableReader {
    /// Reads a non-empty string; nil when it is missing or refused.
    package mutating func text(_ key: String) -> String? {
        guard let text = anyText(key) else { return nil }
        guard !text.isEmpty else {
            refuse(key, "must not be empty")
            return nil
        }
        return text
    }

    /// Reads a string, which may be empty.
    package mutating func anyText(_ key: String) -> String? {
        guard let value = take(key) else { return nil }
        guard case .text(let text) = value.content else {
            refuse(key, "must be a string, not \(value.kindName)")
            return nil
        }
        guard !text.utf8.contains(0) else {
            refuse(key, "must not contain a zero byte")
            return nil
        }
        return text
    }

    /// Reads a path. A relative path is resolved against the directory of the configuration.
    /// Refuses `~` and `*`, which only a shell expands.
    package mutating func path(_ key: String) -> String? {
        guard let text = text(key) else { return nil }
        if text.hasPrefix("~") {
            refuse(
                key,
                "begins with ~, which only a shell replaces; write the whole path, such as "
                    + "\"/home/NAME\(text.firstIndex(of: "/").map { text[$0...] } ?? "")\"")
        } else if text.contains("*") {
            refuse(key, "holds a *, which only a shell replaces; name one file or device")
        }
        return file.resolve(text)
    }

    /// Reads true or false.
    package mutating func flag(_ key: String) -> Bool? {
        guard let value = take(key) else { return nil }
        guard case .flag(let flag) = value.content else {
            refuse(key, "must be true or false, not \(value.kindName)")
            return nil
        }
        return flag
    }

    /// Reads a finite number in a range. The caller must handle `word`, if allowed, before.
    package mutating func number(
        _ key: String, _ range: ClosedRange<Double>, orWord word: String? = nil
    ) -> Double? {
        guard let value = take(key) else { return nil }
        let number: Double
        let alternative = word.map { " or \"\($0)\"" } ?? ""
        switch value.content {
        case .integer(let integer): number = Double(integer)
        case .number(let given): number = given
        case .table, .array, .text, .flag, .dateOrTime:
            refuse(key, "must be a number\(alternative), not \(value.kindName)")
            return nil
        }
        guard number.isFinite, range.contains(number) else {
            let limits = "from \(range.lowerBound.short) to \(range.upperBound.short)"
            refuse(key, "must be \(limits)\(alternative), not \(number.short)")
            return nil
        }
        return number
    }

    /// Reads an integer in a range.
    package mutating func integer(_ key: String, _ range: ClosedRange<Int>) -> Int? {
        guard let value = take(key) else { return nil }
        guard case .integer(let integer) = value.content else {
            refuse(key, "must be an integer, not \(value.kindName)")
            return nil
        }
        guard let number = Int(exactly: integer), range.contains(number) else {
            refuse(key, "must be from \(range.lowerBound) to \(range.upperBound), not \(integer)")
            return nil
        }
        return number
    }

    /// Reads one of the values of an enumeration.
    package mutating func word<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, _: Choice.Type
    ) -> Choice? {
        word(key, Choice.allCases.map(\.rawValue)).flatMap(Choice.init(rawValue:))
    }

    /// Reads one of the given words.
    package mutating func word(_ key: String, _ words: [String]) -> String? {
        guard let text = text(key) else { return nil }
        guard words.contains(text) else {
            let hint = didYouMean(text, among: words)
            let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
            refuse(key, "must be one of \(list), not \"\(text)\"\(hint)")
            return nil
        }
        return text
    }

    /// Reads an array of non-empty strings.
    package mutating func texts(_ key: String) -> [String]? {
        guard let value = take(key) else { return nil }
        guard case .array(let elements) = value.content else {
            refuse(key, "must be an array of strings, not \(value.kindName)")
            return nil
        }
        var texts: [String] = []
        for element in elements {
            guard case .text(let text) = element.content, !text.isEmpty, !text.utf8.contains(0)
            else {
                refuse(key, "must hold only strings that are not empty")
                return nil
            }
            texts.append(text)
        }
        return texts
    }
}

extension Double {
    /// The number as text, without `.0` for a whole number.
    package var short: String {
        rounded() == self && magnitude < 1e15 ? "\(Int64(self))" : "\(self)"
    }
}
