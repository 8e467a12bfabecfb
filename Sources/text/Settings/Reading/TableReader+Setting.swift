import Chronology
import ConfigurationText
import Geofencing

extension TableReader {
    /// Reads the settings that a holder has here, except those with their own code.
    ///
    /// - Returns: the keys that have a value.
    mutating func read<Holder>(
        _ place: KeyPath<Setting, Setting.Place<Holder>?>, into holder: inout Holder
    ) -> Set<String> {
        var given: Set<String> = []
        for setting in Setting.all where setting.form != .own {
            guard let place = setting[keyPath: place], let value = value(of: setting) else {
                continue
            }
            place.set(&holder, value)
            given.insert(setting.key)
        }
        return given
    }

    private mutating func value(of setting: Setting) -> Setting.Value? {
        let key = setting.key
        return switch setting.form {
        case .number(let range): number(key, range).map(Setting.Value.number)
        case .integer(let range): integer(key, range).map(Setting.Value.integer)
        case .flag: flag(key).map(Setting.Value.flag)
        case .word(let words): word(key, words).map(Setting.Value.text)
        case .text(let mayBeEmpty):
            (mayBeEmpty ? anyText(key) : text(key)).map(Setting.Value.text)
        case .texts: texts(key).map(Setting.Value.texts)
        case .confirmation(let fixes, let seconds):
            table(key, example: "{ fixes = 3, seconds = 10 }") { table in
                Confirmation(
                    fixes: table.integer("fixes", fixes) ?? 1,
                    seconds: table.number("seconds", seconds) ?? 0)
            }.map(Setting.Value.confirmation)
        case .hours: hours(key).map(Setting.Value.hours)
        case .accuracyLimit(let range):
            accuracyLimit(key, range).map(Setting.Value.accuracyLimit)
        case .time, .own: nil
        }
    }

    private mutating func hours(_ key: String) -> WeeklySchedule? {
        guard let texts = texts(key) else { return nil }
        let spans = texts.compactMap(WeeklySchedule.Span.init)
        if let wrong = texts.first(where: { WeeklySchedule.Span($0) == nil }) {
            refuse(key, "holds \"\(wrong)\"; \(WeeklySchedule.Span.advice(for: wrong))")
        } else if spans.isEmpty {
            refuse(key, "is empty; leave it out to evaluate always")
        }
        return WeeklySchedule(spans)
    }

    /// Reads an accuracy limit: metres, `auto` or `off`.
    private mutating func accuracyLimit(
        _ key: String, _ range: ClosedRange<Double>
    ) -> AccuracyLimit? {
        if isWord(key, "auto") { return .auto }
        if isWord(key, "off") { return .off }
        return number(key, range, orWord: "auto\" or \"off").map(AccuracyLimit.fixed)
    }
}

/// The names and ids of the monitors read so far.
struct TakenNames {
    var names: Set<String> = []
    var ids: Set<String> = []
}

extension TableReader {
    /// Reads `id`. Refuses an id that another monitor has as its id or, without an id, as its name.
    ///
    /// - Parameter name: the name, used as the id when there is none; nil if it was already refused.
    mutating func uniqueID(_ taken: inout Set<String>, name: String?) -> String? {
        let id = text("id")
        if let id, !id.isName { refuse("id", Self.nameAdvice) }
        if let own = id ?? name, !own.isEmpty, !taken.insert(own).inserted {
            refuse(
                id == nil ? "name" : "id",
                "is \"\(own)\", which is the id of another monitor; ids must differ, and a "
                    + "monitor without an id uses its name")
        }
        return id
    }

    /// Whether the member is exactly this word. Marks the key as known.
    mutating func isWord(_ key: String, _ word: String) -> Bool {
        guard case .text(let text)? = take(key)?.content else { return false }
        return text == word
    }
}

extension TableReader {
    /// Refuses a mix of tolerances as shares and in metres.
    mutating func checkToleranceUnits() {
        let keys = ["tolerance_enter", "tolerance_exit"]
        let inMetres = keys.map { $0 + "_m" }.first(where: has)
        if let share = keys.first(where: has), let inMetres {
            refuse(
                inMetres,
                "stands beside \(share), and tolerances are either shares or metres; remove one of "
                    + "them")
        }
    }

    /// Refuses an exit tolerance below the enter tolerance: fixes between would enter and leave.
    ///
    /// - Parameters:
    ///   - tolerances: the effective tolerances.
    ///   - otherTable: the table with the threshold that this table does not have.
    /// - Returns: whether the tolerances were refused.
    @discardableResult
    mutating func check(_ tolerances: Tolerances, otherTable: String = "") -> Bool {
        let (enter, exit) = (tolerances.enter ?? 0, tolerances.exit ?? 0)
        guard exit < enter else { return false }
        let unit = tolerances.unit == .metres ? "_m" : ""
        let (enterKey, exitKey) = ("tolerance_enter\(unit)", "tolerance_exit\(unit)")
        let origin = otherTable.isEmpty ? "" : " of \(otherTable)"
        refuse(
            has(exitKey) ? exitKey : enterKey,
            "makes \(exitKey) (\(exit.short)\(has(exitKey) ? "" : origin)) less than "
                + "\(enterKey) (\(enter.short)\(has(enterKey) ? "" : origin)), so "
                + "that each fix between them would enter and leave; give \(exitKey) "
                + "\(enter.short) or more")
        return true
    }
}
