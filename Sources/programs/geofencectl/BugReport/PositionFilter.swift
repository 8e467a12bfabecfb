internal import ControlProtocol
internal import Geofencing

/// Leaves positions out of records. Only values of known keys and forms remain, so that a forgotten key
/// cannot reveal a position.
struct PositionFilter {
    /// The replacement of what a sentence may reveal.
    static let mark = "…"

    /// Keys of numbers, flags, words of the product, times and versions, and of what contains them,
    /// beside those that end in a unit which no position has.
    private static let known = keys(
        """
        accuracy_basis accuracy_level accuracy_m after altitude_m altitude_max_m altitude_min_m
        baud before boot_id bracket bytes cause checks clients clock_synchronized close_when_idle
        code confirmed consumers count counters course_deg cursor daemon days dead_reckoning
        defaults deferred device discards distance_m enabled entered epoch event event_id events
        fence_kind fences figures first_seq fix_rollover fix_time fixes floor floor_map floors
        format global hdop heading_deg health ignored inferred initial inside inside_more jamming
        jump keep_events kinds known_since lag last_fix last_known late left_out level loop lost
        major message_failures method minor mode monitors next_seq no_fixes number oldest on
        outcome pace parked pending pid port priority program protocol record record_days recorder
        refused retention_share runtime runtime_fences runtime_monitors satellites
        satellites_in_view seconds sentences seq server sets_wall_clock settings since source
        sources speed state status store suppressed_toggles time type uere_m unit version
        vertical_accuracy_m wall_clock warnings was_inside week_rollover
        """
    ).union(
        Setting.all.filter { $0.monitor != nil || $0.kind != nil }.filter { setting in
            switch setting.form {
            case .number, .integer, .accuracyLimit, .word, .flag, .confirmation: true
            case .text, .texts, .hours, .time, .own: false
            }
        }.map(\.key))
    /// Keys of the names that the user has chosen.
    private static let names = keys(
        """
        actions added fence fence_set fences group id inside monitor monitor_id name path read_group
        removed replaced requested_actions source visit
        """)
    /// Keys of sentences of the product.
    private static let sentences = keys(
        "check config_error damage detail error fix message problems reason sentence")

    private static func keys(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    private var aliases: [String: String] = [:]

    /// Returns a record without positions; nil where nothing is known of it.
    mutating func value(_ value: JSONValue, under key: String = "") -> JSONValue? {
        switch value {
        case .object(let members):
            var kept: [String: JSONValue] = [:]
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                // The message of an event is a text of the user.
                let isUsers = name == "message" && members["event_id"] != nil
                if Self.isKnown(name), !isUsers { kept[name] = self.value(value, under: name) }
            }
            return .object(kept)
        case .array(let items): return .array(items.compactMap { self.value($0, under: key) })
        case .string(let text) where Self.sentences.contains(key): return .string(sentence(text))
        case .string(let text) where Self.names.contains(key):
            let number = aliases.values.count { $0.hasPrefix(key + "-") } + 1
            aliases[text, default: "\(key)-\(number)"] += ""
            return aliases[text].map { .string($0) }
        case .string(let text): return Self.isHarmless(key) && Self.isOwn(text) ? value : nil
        case .integer, .number, .bool, .null: return Self.isHarmless(key) ? value : nil
        }
    }

    /// Whether values of a key may remain.
    static func isKnown(_ key: String) -> Bool {
        isHarmless(key) || names.contains(key) || sentences.contains(key)
    }

    private static func isHarmless(_ key: String) -> Bool {
        known.contains(key)
            || key.wholeMatch(
                of:
                    /[a-z_]+_(?:s|ns|at|bytes|hz|mps|mib|check|limit)|(?:refused|discard|line|time|filter)\.[A-Za-z_\-]+/
            ) != nil
    }

    /// Whether the product defines the text: a time, a version, a log or the number of an event, a serial
    /// line, or a word.
    private static func isOwn(_ text: String) -> Bool {
        let own =
            /\d{4}-\d\d-\d\dT[\d:.]{8,18}(?:Z|[+\-]\d\d:\d\d)|\d{1,3}\.\d{1,3}\.\d{1,3}|[0-9a-f]{16,32}(?::\d+)?|\/dev\/tty[A-Z]{1,4}\d{1,3}|\d|[A-Za-z][A-Za-z_\-]*/
        return text.wholeMatch(of: own) != nil
    }

    /// Returns a sentence with the mark in place of all that is neither a plain word, nor a known name,
    /// nor a time, nor a short number with a unit.
    func sentence(_ text: String) -> String {
        var result = text.replacing(/['"“‘](?<inside>[^'"”’\n]+)['"”’](?![A-Za-z])/) {
            aliases[String($0.inside)] ?? Self.mark
        }
        for (name, alias) in aliases where name.contains(" ") { result.replace(name, with: alias) }
        let words: [Substring] =
            result.split(separator: " ", omittingEmptySubsequences: false) + [""]
        return zip(words, words.dropFirst()).map { shown($0, before: $1) }.joined(separator: " ")
    }

    private func shown(_ word: Substring, before next: Substring) -> String {
        guard let (_, open, inside, close) = word.wholeMatch(of: /(\(?)(.*?)([.,;:!?)]*)/)?.output
        else { return Self.mark }
        let isPlain =
            inside.wholeMatch(of: /|-{0,2}[A-Za-z]+(?:[\-'’][A-Za-z]+)*/) != nil
            || aliases.values.contains(String(inside))
            || Self.isOwn(String(inside)) && !inside.contains(".")
            || "\(inside) \(next)".prefixMatch(
                of: /\d{1,5}(?:\.\d)? (?:ms|s|m|km|Hz|%|B|[KMG]iB)\b/) != nil
        return open + (aliases[String(inside)] ?? (isPlain ? String(inside) : Self.mark)) + close
    }
}
