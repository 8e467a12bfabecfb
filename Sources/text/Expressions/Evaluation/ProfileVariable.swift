/// The variables provided to an evaluation.
enum ProfileVariable {
    /// The variables of all profiles, in lower case.
    static let all = Set(Expression.Profile.allCases.flatMap(\.variables))
}

/// The constants of the language.
enum Constants {
    static let textFormatting = "textformatting"

    static func named(_ folded: String) -> Double? {
        switch folded {
        case "pi": .pi
        case "infinity": .infinity
        case "nan": .nan
        default: nil
        }
    }

    /// Returns a member of `TextFormatting`.
    static func textFormatting(_ member: Text) -> Text? {
        switch member.folded {
        case "backwardslash": "\\"
        case "doublequote": "\""
        case "forwardslash": "/"
        case "newline": "\n"
        case "singlequote": "'"
        case "tab": "\t"
        default: nil
        }
    }
}
