import ConfigurationText
import Suggestions

/// Applies one `KEY=VALUE` of the command line to the values of the file.
///
/// - Returns: the problem; nil when there is none.
func apply(
    _ override: String, to members: inout [TOMLValue.Member], of file: ConfigurationFile
) -> SettingsProblem? {
    let nowhere = TOMLValue.Place(line: 0, column: 0)
    guard let equals = override.firstIndex(of: "=") else {
        return file.problem(
            at: nowhere, key: override,
            "has no value; write KEY=VALUE, as in monitor.NAME.buffer_m=5")
    }
    let key = String(override[..<equals]).trimmingSpaces
    let text = String(override[override.index(after: equals)...]).trimmingSpaces
    var way = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !way.contains("") else {
        return file.problem(at: nowhere, key: key, "is not a key such as monitor.NAME.buffer_m")
    }
    let value = TOMLValue(reading: text) ?? TOMLValue(place: nowhere, content: .text(text))
    guard way[0] == "monitor" || way[0] == "floor_map" else {
        members.set(value, at: way[...])
        return nil
    }
    way.removeFirst()
    return members.set(value, in: key, of: way, file: file)
}

extension [TOMLValue.Member] {
    /// Sets a value at a path of keys. Creates missing tables.
    mutating func set(_ value: TOMLValue, at way: ArraySlice<String>) {
        guard let key = way.first else { return }
        let index = firstIndex { $0.key == key }
        var inner: [TOMLValue.Member] = []
        if let index, case .table(let present) = self[index].value.content { inner = present }
        var changed = value
        if way.count > 1 {
            inner.set(value, at: way.dropFirst())
            changed.place = index.map { self[$0].value.place } ?? value.place
            changed.content = .table(inner)
        }
        if let index {
            self[index].value = changed
        } else {
            append(.init(key: key, value: changed))
        }
    }

    /// Sets a value in the element of `[[monitor]]` or `[[floor_map]]` whose name starts the path. The
    /// name may contain dots.
    fileprivate mutating func set(
        _ value: TOMLValue, in key: String, of way: [String], file: ConfigurationFile
    ) -> SettingsProblem? {
        let section = String(key.prefix { $0 != "." })
        let place = TOMLValue.Place(line: 0, column: 0)
        guard let index = firstIndex(where: { $0.key == section }),
            case .array(var elements) = self[index].value.content
        else {
            return file.problem(at: place, key: key, "is of a [[\(section)]] that does not exist")
        }
        if let found = elements.firstIndex(where: { $0.isNamed(atStartOf: way) }),
            case .table(var members) = elements[found].content
        {
            members.set(value, at: way.dropFirst(elements[found].nameParts.count))
            elements[found].content = .table(members)
            self[index].value.content = .array(elements)
            return nil
        }
        let names = elements.compactMap(\.tableName)
        let typed = way.dropLast().joined(separator: ".")
        let hint = didYouMean(typed, among: names)
        return file.problem(
            at: place, key: key, "names no [[\(section)]] of the file\(hint)")
    }
}

extension TOMLValue {
    /// Parses the text of one value; nil for any other text, such as a string without quotes. The
    /// position of the value is 0.
    init?(reading text: String) {
        guard
            case .success(let members) = TOMLDocument.parse(
                "value = \(text)", maximumBytes: Configuration.maximumBytes),
            members.count == 1
        else { return nil }
        self = members[0].value.withoutPlace
    }

    /// The `name` of a table; nil without a name, and for any other value.
    var tableName: String? {
        guard case .table(let members) = content,
            case .text(let name)? = members.first(where: { $0.key == "name" })?.value.content
        else { return nil }
        return name
    }

    fileprivate var nameParts: [String] {
        (tableName ?? "").split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// Whether the name of the table is the start of a path to one of its members.
    fileprivate func isNamed(atStartOf way: [String]) -> Bool {
        way.count > nameParts.count && way.starts(with: nameParts)
    }

    /// The value without its position in the file.
    fileprivate var withoutPlace: TOMLValue {
        var value = self
        value.place = Place(line: 0, column: 0)
        switch content {
        case .table(let members):
            value.content = .table(members.map { .init(key: $0.key, value: $0.value.withoutPlace) })
        case .array(let elements): value.content = .array(elements.map(\.withoutPlace))
        case .text, .integer, .number, .flag, .dateOrTime: break
        }
        return value
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let tail = drop { $0 == " " }
        return String(tail.reversed().drop { $0 == " " }.reversed())
    }
}
