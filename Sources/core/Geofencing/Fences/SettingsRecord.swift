import Chronology
import Geodesy

/// Encodes `FenceSettings` as words for a file. The schedule is stored separately as text.
///
/// The first word has a bit for each given setting, in the order of `Setting.all`; the values
/// follow. Any words can be decoded: a value outside the range of its setting counts as not given.
enum SettingsRecord {
    /// The number of words of a record.
    static let wordCount = 1 + rows.reduce(0) { $0 + $1.count }

    private struct Row {
        let place: Setting.Place<FenceSettings>
        let form: Setting.Form
        /// The index of the first word of its value, and the number of words.
        let start: Int
        let count: Int
    }

    private static let rows: [Row] = {
        var rows: [Row] = []
        var start = 1
        for setting in Setting.all {
            guard let place = setting.fence else { continue }
            let count =
                switch setting.form {
                case .confirmation: 2
                case .hours: 0
                case .number, .integer, .flag, .word, .text, .texts, .time, .accuracyLimit, .own: 1
                }
            rows.append(Row(place: place, form: setting.form, start: start, count: count))
            start += count
        }
        return rows
    }()

    /// Encodes settings as words.
    static func words(of settings: FenceSettings) -> [UInt64] {
        var words = [UInt64](repeating: 0, count: wordCount)
        for (bit, row) in rows.enumerated() {
            guard let value = row.place.value(settings) else { continue }
            words[0] |= 1 << bit
            switch (value, row.form) {
            case (.number(let number), _): words[row.start] = number.bitPattern
            case (.integer(let number), _): words[row.start] = UInt64(bitPattern: Int64(number))
            case (.flag(let flag), _): words[row.start] = flag ? 1 : 0
            case (.text(let word), .word(let all)):
                words[row.start] = UInt64(all.firstIndex(of: word) ?? all.count)
            case (.confirmation(let confirmation), _):
                words[row.start] = UInt64(bitPattern: Int64(confirmation.fixes))
                words[row.start + 1] = confirmation.seconds.bitPattern
            case (.time(let time), _): words[row.start] = UInt64(bitPattern: time.nanoseconds)
            case (.hours, _): break
            case (.text, _), (.texts, _), (.accuracyLimit, _):
                preconditionFailure("no fence has a setting of this form")
            }
        }
        return words
    }

    /// Decodes the settings in the words from `start` on, with a schedule of that text.
    static func settings(
        _ words: Column<UInt64>, at start: Int, schedule text: String
    ) -> FenceSettings {
        var settings = FenceSettings()
        for (bit, row) in rows.enumerated() where words[start] & 1 << bit != 0 {
            let word = { words[start + row.start + $0] }
            if let value = value(row.form, word, schedule: text) { row.place.set(&settings, value) }
        }
        return settings
    }

    private static func value(
        _ form: Setting.Form, _ word: (Int) -> UInt64, schedule text: String
    ) -> Setting.Value? {
        func number(_ index: Int, in range: ClosedRange<Double>) -> Double? {
            let number = Double(bitPattern: word(index))
            return range.contains(number) ? number : nil
        }
        var integer: Int { Int(Int64(bitPattern: word(0))) }
        return switch form {
        case .number(let range): number(0, in: range).map(Setting.Value.number)
        case .integer(let range): range.contains(integer) ? .integer(integer) : nil
        case .flag: .flag(integer != 0)
        case .word(let all): all.indices.contains(integer) ? .text(all[integer]) : nil
        case .confirmation(let fixes, let seconds):
            fixes.contains(integer)
                ? number(1, in: seconds).map {
                    .confirmation(Confirmation(fixes: integer, seconds: $0))
                } : nil
        case .time: .time(UTCInstant(nanoseconds: Int64(integer)))
        case .hours: .hours(WeeklySchedule(text: text))
        case .text, .texts, .accuracyLimit, .own: nil
        }
    }
}

extension WeeklySchedule {
    /// The hours of the schedule as text, one line each.
    var text: String { spans.map(\.text).joined(separator: "\n") }

    /// Parses a schedule from text; invalid lines are ignored.
    init(text: String) {
        self.init(text.split(separator: "\n").compactMap { Span(String($0)) })
    }
}
