import Chronology
import ConfigurationText

@testable import Geofencing
@testable import Settings

extension Setting {
    /// The holder with another value of the setting.
    func changed<Holder>(in holder: Holder, _ place: Place<Holder>) -> Holder {
        var other = holder
        place.set(&other, otherValue(than: place.value(holder)))
        return other
    }

    /// A value that the setting takes.
    func otherValue(than value: Value?) -> Value {
        switch form {
        case .number(let range): .number(Self.number(in: range))
        case .integer(let range): .integer(range.lowerBound + 1)
        case .flag: .flag(value == .flag(false))
        case .word(let words): .text(words.first { value != .text($0) } ?? "")
        case .text: .text("other")
        case .texts: .texts(["other"])
        case .confirmation: .confirmation(Confirmation(fixes: 2, seconds: 3))
        case .hours: .hours(WeeklySchedule(["Mon-Fri 07:00-18:30"].compactMap { .init($0) }))
        case .time: .time(UTCInstant(nanoseconds: 1_800_000_000_000_000_000))
        case .accuracyLimit(let range): .accuracyLimit(.fixed(Self.number(in: range)))
        case .own: .text(key == "time_zone" ? "+05:30" : "/other")
        }
    }

    /// A number that is no default.
    private static func number(in range: ClosedRange<Double>) -> Double {
        let one = range.lowerBound + 1.5
        return range.contains(one) ? one : (range.lowerBound + range.upperBound) / 2
    }
}

extension Setting.Value {
    /// As it is written in a configuration.
    var toml: String {
        switch self {
        case .confirmation(let confirmation):
            "{ fixes = \(confirmation.fixes), seconds = \(confirmation.seconds) }"
        case .accuracyLimit(.fixed(let metres)): "\(metres)"
        case .accuracyLimit(let limit): "\"\(limit.word)\""
        case .number, .integer, .flag, .text, .texts, .hours, .time: json
        }
    }

    /// As it is written in a fence file.
    var json: String {
        switch self {
        case .number(let number): "\(number)"
        case .integer(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .text(let text): "\"\(text)\""
        case .texts(let texts): "\(texts)"
        case .confirmation(let confirmation):
            #"{"fixes": \#(confirmation.fixes), "seconds": \#(confirmation.seconds)}"#
        case .hours(let hours): "\(hours.spans.map(\.text))"
        case .time(let time): "\"\(time.rfc3339)\""
        case .accuracyLimit: toml
        }
    }

    /// Whether text in a configuration is this value.
    func isWritten(_ text: some StringProtocol) -> Bool {
        func json(_ text: String) -> String? {
            SettingValue.json(text)?.replacing(".0", with: "")
        }
        return json(String(text)) == json(toml)
    }
}
