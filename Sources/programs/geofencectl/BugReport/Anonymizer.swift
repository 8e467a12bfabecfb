internal import ControlProtocol

/// Hides positions: moves coordinates, replaces each word of the user by the same word everywhere,
/// and removes other forms of positions.
///
/// One original position would reveal the offset, and with it all others. So only members and keys
/// with listed names (`ReportKeys`) stay, and sentences lose everything that looks like a position.
final class Anonymizer {
    /// The offset of coordinates.
    let shift: CoordinateShift
    private var replacements: [String: String] = [:]
    private var counts: [String: Int] = [:]

    /// Creates an anonymizer with an offset.
    init(_ shift: CoordinateShift) {
        self.shift = shift
    }

    /// Returns the replacement of a word of the user: its kind with a number.
    func replacement(for word: String, as role: String) -> String {
        if let known = replacements[word] { return known }
        counts[role, default: 0] += 1
        let replacement = "\(role)-\(counts[role, default: 0])"
        replacements[word] = replacement
        return replacement
    }

    /// The words that were replaced so far, the longest first.
    var words: [(word: String, replacement: String)] {
        replacements.map { ($0.key, $0.value) }
            .sorted { ($0.word.count, $0.word) > ($1.word.count, $1.word) }
    }

    /// Returns a record with its positions hidden.
    func value(_ value: JSONValue) -> JSONValue { self.value(value, under: "", in: "") }

    /// - Parameters:
    ///   - key: the member that holds the value, or a list with it.
    ///   - owner: the member that holds the object of that member.
    private func value(_ value: JSONValue, under key: String, in owner: String) -> JSONValue {
        switch value {
        case .object(let members):
            if ReportKeys.numbers.contains(key) { return .object(members.filter(\.value.isNumber)) }
            let kept = members.sorted { $0.key < $1.key }.compactMap { name, value in
                ReportKeys.isKnown(name) && !ReportKeys.leftOut.contains(name)
                    ? (name, self.value(value, under: name, in: key)) : nil
            }
            return .object(Dictionary(uniqueKeysWithValues: kept))
        case .array(let items):
            if ReportKeys.places.contains(key), let moved = shift.position(items) {
                return .array(moved)
            }
            return .array(items.map { self.value($0, under: key, in: owner) })
        case .string(let text):
            if key == Self.sentenceKey { return .string(sentence(text)) }
            return .string(word(text, under: key, in: owner))
        case .integer, .number: return number(value, under: key)
        case .null, .bool: return value
        }
    }

    /// The member that holds a sentence of the daemon.
    static let sentenceKey = "sentence"

    /// Returns a text under a key, or its replacement.
    func word(_ text: String, under key: String, in owner: String = "") -> String {
        if isOwn(text, under: key) { return text }
        // The owner `monitors` or `sources` gives the role.
        let role = key == "name" && owner.hasSuffix("s") ? String(owner.dropLast()) : nil
        return replacement(for: text, as: role ?? ReportKeys.roles[key] ?? "text")
    }

    /// Whether the product defines the text as a value of the key: a word, a time, a version, the
    /// number of an event, hours, or a serial line.
    private func isOwn(_ text: String, under key: String) -> Bool {
        switch key {
        case "schedule":
            text.wholeMatch(
                of: /(?:[A-Z][a-z]{2}(?:[,\-][A-Z][a-z]{2})* )?\d\d:\d\d-\d\d:\d\d/) != nil
        case "program": ["geofenced", "systemd"].contains(text)
        case "device": text.wholeMatch(of: /\/dev\/tty[A-Z]{1,4}\d{1,3}/) != nil
        case _ where ReportKeys.words.contains(key):
            text.wholeMatch(
                of:
                    /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+\-]\d\d:\d\d)|\d{1,3}\.\d{1,3}\.\d{1,3}|[0-9a-f]{16,32}(?::\d+)?|[A-Za-z][A-Za-z_\-]*/
            ) != nil
        default: false
        }
    }

    private func number(_ value: JSONValue, under key: String) -> JSONValue {
        guard let number = value.double else { return value }
        if ReportKeys.numbers.contains(key) { return value }
        let moved =
            switch key.split(separator: "_").last {
            case "lat": shift.latitude(number)
            case "lon": shift.longitude(number)
            default: nil as Double?
            }
        return moved.map { .number($0) } ?? .string(CoordinateShift.removed)
    }
}

extension JSONValue {
    fileprivate var isNumber: Bool { double != nil }
}
