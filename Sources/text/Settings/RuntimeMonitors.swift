public import ConfigurationText
internal import JSONText

/// The monitors that were added, replaced or removed at run time, on top of those of the configuration.
public struct RuntimeMonitors: Sendable, Hashable {
    /// The maximum number of stored changes: as many as a large configuration has.
    public static let maximum = 1000
    /// The maximum size of one definition in bytes: many times the longest message expression in use.
    public static let maximumBytes = 128 << 10
    /// The maximum size of all stored changes in bytes: many times that of a hundred monitors.
    public static let maximumKeptBytes = 4 << 20
    /// The maximum nesting of values in a definition: a table for a confirmation, a list of texts.
    private static let nesting = 4

    /// The changes by name, in the order in which they were made: a definition as the text of a JSON
    /// object, or nil for a removed monitor of the configuration.
    public private(set) var changes: [(name: String, definition: String?)] = []

    /// Creates a value without changes.
    public init() {}

    /// Whether there are no changes.
    public var isEmpty: Bool { changes.isEmpty }

    /// Whether a monitor was added or replaced at run time.
    public func defines(_ name: String) -> Bool {
        changes.contains { $0.name == name && $0.definition != nil }
    }

    /// Whether a monitor was changed at run time, also by its removal.
    public func changes(_ name: String) -> Bool { changes.contains { $0.name == name } }

    /// Adds or replaces a monitor; nil removes it.
    public mutating func set(_ name: String, _ definition: String?) {
        if let index = changes.firstIndex(where: { $0.name == name }) {
            changes[index].definition = definition
        } else {
            changes.append((name, definition))
        }
    }

    /// Reverts a change: the monitor is as configured again, or removed if it was added at run time.
    public mutating func revert(_ name: String) { changes.removeAll { $0.name == name } }

    /// Whether both have the same changes in the same order.
    public static func == (left: RuntimeMonitors, right: RuntimeMonitors) -> Bool {
        left.changes.elementsEqual(right.changes) { $0 == $1 }
    }

    /// Hashes the names.
    public func hash(into hasher: inout Hasher) {
        for change in changes { hasher.combine(change.name) }
    }
}

extension RuntimeMonitors {
    /// The changes as bytes to store: a line of JSON for each, an array of the name and the definition.
    public var bytes: [UInt8] {
        changes.flatMap { name, definition in
            // A definition has no line break, because it is from one line of a request.
            return Array("[\(TOMLValue.quoted(name)),\(definition ?? "null")]\n".utf8)
        }
    }

    /// Reads stored bytes. Leaves out and counts lines that are damaged or beyond the maximum.
    public static func read(_ bytes: [UInt8]) -> (monitors: RuntimeMonitors, damagedLines: Int) {
        var monitors = RuntimeMonitors()
        var damagedLines = 0
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if let (name, definition) = change(Array(line)),
                monitors.changes(name) || monitors.changes.count < maximum
            {
                monitors.set(name, definition)
            } else {
                damagedLines += 1
            }
        }
        return (monitors, damagedLines)
    }

    /// Returns the monitors with problems, each once with its first problem. An id used twice counts only
    /// if there is no other problem, because the first monitor with that id may be left out.
    public func named(in problems: [SettingsProblem]) -> [LeftOutMonitor] {
        var found: [LeftOutMonitor] = []
        var ofIDs: [LeftOutMonitor] = []
        let defined = changes.filter { $0.definition != nil }.map(\.name)
        for problem in problems {
            guard let key = problem.key else { continue }
            let names = defined.filter { key == "monitor.\($0)" || key.hasPrefix("monitor.\($0).") }
            guard let name = names.max(by: { $0.count < $1.count }) else { continue }
            let monitor = LeftOutMonitor(name: name, reason: "\(key): \(problem.reason)")
            if key == "monitor.\(name).id" {
                ofIDs.append(monitor)
            } else if !found.contains(where: { $0.name == name }) {
                found.append(monitor)
            }
        }
        return found.isEmpty ? ofIDs : found
    }

    private static func change(_ line: [UInt8]) -> (String, String?)? {
        var json = JSONReader(line, maximumDepth: nesting + 2)
        do throws(JSONFault) {
            var walk = try json.openArray()
            guard try json.hasElement(&walk) else { return nil }
            let name = try json.string()
            guard try json.hasElement(&walk) else { return nil }
            json.skipSpace()
            let start = json.position
            let kind = try json.kind()
            try json.skipValue()
            guard kind == .object || kind == .null else { return nil }
            let text = String(decoding: line[start..<json.position], as: UTF8.self)
            guard try !json.hasElement(&walk), json.isAtEnd() else { return nil }
            return (name, kind == .null ? nil : text)
        } catch {
            return nil
        }
    }
}

extension RuntimeMonitors {
    /// Whether a definition has a `name` other than that of its monitor. A text that is not a JSON object
    /// has none.
    public static func hasOtherName(_ definition: String, than name: String) -> Bool {
        var json = JSONReader([UInt8](definition.utf8), maximumDepth: nesting + 2)
        do throws(JSONFault) {
            guard try json.kind() == .object else { return false }
            var walk = try json.openObject()
            while let key = try json.nextKey(&walk) {
                let kind = try json.kind()
                if key == "name", kind != .null {
                    guard kind == .string else { return true }
                    return try json.string() != name
                }
                try json.skipValue()
            }
        } catch {}
        return false
    }
}

/// A runtime monitor that is stored but not used, because its definition is invalid.
public struct LeftOutMonitor: Sendable, Hashable, CustomStringConvertible {
    /// The name of the monitor.
    public let name: String
    /// The problem of its definition: key and reason.
    public let reason: String

    /// Creates a monitor that is left out, with the reason.
    public init(name: String, reason: String) {
        self.name = name
        self.reason = reason
    }

    /// One sentence without a full stop.
    public var description: String {
        "monitor \(name) of run time is not used: \(reason); give it again with: geofencectl monitor set"
    }
}

extension [TOMLValue.Member] {
    /// The names of the elements of `[[monitor]]`.
    var monitorNames: [String] { monitors.compactMap(\.tableName) }

    private var monitors: [TOMLValue] {
        guard let member = first(where: { $0.key == "monitor" }),
            case .array(let elements) = member.value.content
        else { return [] }
        return elements
    }

    /// Applies the changes to the elements of `[[monitor]]`. Returns the first change that cannot be read
    /// as a definition; nil if there is none.
    mutating func apply(_ changes: RuntimeMonitors) -> (name: String, reason: String)? {
        guard !changes.isEmpty else { return nil }
        let nowhere = TOMLValue.Place(line: 0, column: 0)
        var elements = monitors.filter { !changes.changes($0.tableName ?? "") }
        for (name, definition) in changes.changes {
            guard let definition else { continue }
            do throws(JSONFault) {
                var json = JSONReader([UInt8](definition.utf8), maximumDepth: 8)
                var value = try TOMLValue(&json)
                value.setName(name, ofFile: monitors.first { $0.tableName == name })
                elements.append(value)
            } catch {
                return (name, "is not a JSON object of settings: \(error.reason)")
            }
        }
        set(TOMLValue(place: nowhere, content: .array(elements)), at: ["monitor"])
        return nil
    }
}

extension TOMLValue {
    /// Sets the name of a monitor. A monitor of the file keeps its id, and with it its state.
    fileprivate mutating func setName(_ name: String, ofFile monitor: TOMLValue?) {
        guard case .table(var members) = content else { return }
        members.removeAll { $0.key == "name" }
        members.append(Member(key: "name", value: TOMLValue(place: place, content: .text(name))))
        if case .table(let before)? = monitor?.content, !members.contains(where: { $0.key == "id" })
        {
            members += before.filter { $0.key == "id" }
        }
        content = .table(members)
    }

    /// Reads the next value of a JSON text. Null members are left out, because null means absent.
    fileprivate init(_ json: inout JSONReader) throws(JSONFault) {
        let nowhere = Place(line: 0, column: 0)
        switch try json.kind() {
        case .object:
            var members: [Member] = []
            var walk = try json.openObject()
            while let key = try json.nextKey(&walk) {
                if try json.kind() == .null {
                    try json.skipValue()
                } else {
                    members.append(Member(key: key, value: try TOMLValue(&json)))
                }
            }
            self.init(place: nowhere, content: .table(members))
        case .array:
            var items: [TOMLValue] = []
            var walk = try json.openArray()
            while try json.hasElement(&walk) { items.append(try TOMLValue(&json)) }
            self.init(place: nowhere, content: .array(items))
        case .string: self.init(place: nowhere, content: .text(try json.string()))
        case .flag: self.init(place: nowhere, content: .flag(try json.flag()))
        case .number, .notNumber, .null:
            let number = try json.number()
            self.init(
                place: nowhere,
                content: Int64(exactly: number).map(Content.integer) ?? .number(number))
        }
    }
}
