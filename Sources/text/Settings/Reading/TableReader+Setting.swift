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
