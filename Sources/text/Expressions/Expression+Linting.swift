internal import Chronology

extension Expression {
    /// The number of unknown names that are reported.
    private static let unknownNamesMaximum = 20

    /// Returns likely mistakes in a valid expression, in order: names that are not declared, and
    /// comparisons of the event type with a value that it never has.
    ///
    /// - Parameter eventTypes: the values of `$fencenotificationtype`.
    public func warnings(eventTypes: [String]) -> [ExpressionError] {
        let unknown = program.uses.lazy.filter { !isKnown($0.name) }
        // Each is compared with all names for a suggestion.
        var warnings = Array(unknown.prefix(Self.unknownNamesMaximum)).map {
            program.unknown($0.name, profile: profile).placed(at: $0.place)
        }
        program.forEachTerm { term in
            if let unread = unreadDate(term) { warnings.append(unread) }
            for (word, place) in comparedTypes(term) where !eventTypes.contains(word.string) {
                warnings.append(
                    ExpressionError(
                        .type,
                        "$fencenotificationtype is never '\(word.string)'; it is "
                            + eventTypes.map { "'\($0)'" }.joined(separator: " or ")
                    ).placed(at: place))
            }
        }
        return warnings.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    /// The names that hide a built-in function where they are declared: intended or not.
    public var notes: [ExpressionError] {
        program.shadowing.map {
            ExpressionError(
                .identifier,
                "\"\($0.name.spelling)\" hides the built-in function "
                    + (Builtins.named($0.name.folded)?.name ?? "")
            ).placed(at: $0.place)
        }
    }

    /// Returns the attributes of a profile variable that the expression names literally, with places.
    ///
    /// - Parameter variable: its name in lower case.
    public func fields(of variable: String) -> [(name: String, line: Int, column: Int)] {
        var fields: [(name: String, line: Int, column: Int)] = []
        program.forEachTerm { term in
            let found: (Term, Text)? =
                switch term.form {
                case .member(let base, let name): (base, name)
                case .item(let base, let index): index.literalText.map { (base, $0) }
                default: nil
                }
            guard let (base, name) = found, base.isName(variable) else { return }
            fields.append((name.string, Int(term.place.line), Int(term.place.column)))
        }
        return fields
    }

    /// Returns whether a profile variable is used in any other way than by its attributes: its geometry,
    /// or all of it.
    ///
    /// - Parameter variable: its name in lower case.
    public func usesAsAWhole(_ variable: String) -> Bool {
        let asAttributes = fields(of: variable).count + attributeCalls(of: variable).count
        let uses = program.uses.count { $0.name.folded == variable }
        return uses > asAttributes
    }

    /// Returns the attributes of a profile variable that the expression may read, in lower case; nil
    /// where it may read any, because a name is computed or all attributes are listed.
    ///
    /// - Parameter variable: its name in lower case.
    public func attributesRead(of variable: String) -> Set<String>? {
        guard !usesAsAWhole(variable) else { return nil }
        var names = Set(fields(of: variable).map { $0.name.lowercased() })
        for arguments in attributeCalls(of: variable) {
            guard arguments.count > 1, let name = arguments[1].literalText else { return nil }
            names.insert(name.string.lowercased())
        }
        return names
    }

    /// Returns the arguments of each call that uses the attributes of a profile variable only.
    private func attributeCalls(of variable: String) -> [[Term]] {
        var calls: [[Term]] = []
        program.forEachTerm { term in
            guard case .call(let callee, let arguments) = term.form,
                case .name(let function) = callee.form,
                Self.attributeFunctions.contains(function.folded),
                arguments.first?.isName(variable) ?? false
            else { return }
            calls.append(arguments)
        }
        return calls
    }

    /// Functions of a feature that use its attributes only.
    private static let attributeFunctions: Set<String> = [
        "haskey", "hasvalue", "defaultvalue", "expects", "domain", "domainname", "domaincode",
        "getkeys", "getvalues",
    ]

    /// The time zones that the expression names; nil where a name is computed, so that it may be any.
    public var zoneNames: Set<String>? {
        var names: Set<String> = []
        var isComputed = false
        program.forEachTerm { term in
            guard case .call(let callee, let arguments) = term.form,
                case .name(let function) = callee.form
            else { return }
            let zone: Term
            switch (function.folded, arguments.count) {
            case ("changetimezone", 2): zone = arguments[1]
            case ("datediff", 4): zone = arguments[3]
            // The last argument may also be a part of the time.
            case ("date", 3...) where arguments.last?.literalText != nil:
                zone = arguments[arguments.count - 1]
            default: return
            }
            if let name = zone.literalText { names.insert(name.string) } else { isComputed = true }
        }
        return isComputed ? nil : names
    }

    /// Returns whether a zone of that name needs no rules from the time zone database.
    public static func isZoneWithoutRules(_ name: String) -> Bool {
        ["system", "default", "", "utc", "unknown"].contains(name.lowercased())
            || ZoneRule(name) != nil
    }

    private func isKnown(_ name: Name) -> Bool {
        program.declared.contains(name.number) || Builtins.named(name.folded) != nil
            || Constants.named(name.folded) != nil || name.folded == Constants.textFormatting
            || profile.variables.contains(name.folded)
    }

    /// Returns a warning where a function reads a literal text of which it makes null.
    private func unreadDate(_ term: Term) -> ExpressionError? {
        guard case .call(let callee, let arguments) = term.form,
            case .name(let function) = callee.form, !program.declared.contains(function.number),
            arguments.count == 1, let text = arguments[0].literalText
        else { return nil }
        let (isRead, example): (Bool, String) =
            switch function.folded {
            case "date": (ISODate.reading(text) != nil, "2024-03-05T14:07")
            case "dateonly": (ISODate.reading(text) != nil, "2024-03-05")
            case "time": (ISODate.time(text) != nil, "14:07")
            default: (true, "")
            }
        guard !isRead, let name = Builtins.named(function.folded)?.name else { return nil }
        return ExpressionError(
            .type,
            "\(name)(\"\(text.string)\") is null: it reads texts such as \"\(example)\"; for others "
                + "write the format, as in \(name)(\"\(text.string)\", \"HH:mm\")"
        ).placed(at: arguments[0].place)
    }

    /// Returns the texts that a term compares with the event type.
    private func comparedTypes(_ term: Term) -> [(Text, Place)] {
        switch term.form {
        case .binary(.equal, let left, let right), .binary(.unequal, let left, let right):
            return [(left, right), (right, left)].compactMap { name, word in
                guard name.isName("$fencenotificationtype"), let text = word.literalText else {
                    return nil
                }
                return (text, word.place)
            }
        case .call(let callee, let arguments):
            guard callee.isName("decode"),
                arguments.first?.isName("$fencenotificationtype") ?? false
            else { return [] }
            return stride(from: 1, to: arguments.count - 1, by: 2).compactMap { index in
                arguments[index].literalText.map { ($0, arguments[index].place) }
            }
        default: return []
        }
    }
}

extension Term {
    fileprivate func isName(_ folded: String) -> Bool {
        if case .name(let name) = form { return name.folded == folded }
        return false
    }

    fileprivate var literalText: Text? {
        if case .literal(.text(let text)) = form { return text }
        return nil
    }
}
