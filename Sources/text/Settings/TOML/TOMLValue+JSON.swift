import ConfigurationText

/// Values of settings as JSON.
public enum SettingValue {
    /// Returns the text of one TOML value, such as `{ fixes = 3, seconds = 10 }`, as JSON; nil for any other
    /// text, and for dates and numbers that do not exist in JSON.
    public static func json(_ toml: String) -> String? {
        TOMLValue(reading: toml)?.json
    }
}

extension TOMLValue {
    /// The value as JSON; nil for dates, and for numbers that do not exist in JSON.
    package var json: String? {
        switch content {
        case .table(let members):
            let parts = members.map { member in
                member.value.json.map { Self.quoted(member.key) + ":" + $0 }
            }
            return Self.joined(parts, "{", "}")
        case .array(let items): return Self.joined(items.map(\.json), "[", "]")
        case .text(let text): return Self.quoted(text)
        case .integer(let number): return "\(number)"
        case .number(let number): return number.isFinite ? "\(number)" : nil
        case .flag(let flag): return "\(flag)"
        case .dateOrTime: return nil
        }
    }

    private static func joined(_ parts: [String?], _ start: String, _ end: String) -> String? {
        let known = parts.compactMap(\.self)
        return known.count == parts.count ? start + known.joined(separator: ",") + end : nil
    }

    /// Returns a text as a JSON string with quotes.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
