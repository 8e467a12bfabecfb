public import Chronology

extension Setting {
    /// The form of the values of a setting.
    public enum Form: Sendable, Hashable {
        /// A number in a range.
        case number(ClosedRange<Double>)
        /// A whole number in a range.
        case integer(ClosedRange<Int>)
        /// True or false.
        case flag
        /// One of these words.
        case word([String])
        /// A text, which may be empty or not.
        case text(mayBeEmpty: Bool)
        /// A list of texts.
        case texts
        /// A number of fixes and of seconds, each in a range.
        case confirmation(fixes: ClosedRange<Int>, seconds: ClosedRange<Double>)
        /// Hours of the week.
        case hours
        /// A time with its zone.
        case time
        /// An accuracy in a range of metres, `auto` or `off`.
        case accuracyLimit(ClosedRange<Double>)
        /// A value that is read by separate code, together with other settings or files.
        case own

        static func word<Choice: RawRepresentable<String> & CaseIterable>(
            _: Choice.Type
        ) -> Form {
            .word(Choice.allCases.map(\.rawValue))
        }
    }

    /// A value of a setting.
    public enum Value: Sendable, Hashable {
        /// A number.
        case number(Double)
        /// A whole number.
        case integer(Int)
        /// True or false.
        case flag(Bool)
        /// A word of a closed set, a name or a text.
        case text(String)
        /// A list of texts.
        case texts([String])
        /// A number of fixes and of seconds.
        case confirmation(Confirmation)
        /// Hours of the week.
        case hours(WeeklySchedule)
        /// An instant.
        case time(UTCInstant)
        /// The accuracy at which a fix begins to be poor.
        case accuracyLimit(AccuracyLimit)

        /// The value as the type of a property.
        func converted<Property: SettingConvertible>() -> Property {
            guard let property = Property.property(of: self) else {
                preconditionFailure("\(self) does not have the form of the setting")
            }
            return property
        }
    }
}

/// The type of a property that holds a setting.
protocol SettingConvertible: SendableMetatype {
    /// The property for a value; nil for a value of another form.
    static func property(of value: Setting.Value) -> Self?
    /// The setting value for the property.
    var settingValue: Setting.Value { get }
}

extension Setting.Value {
    fileprivate var number: Double? { if case .number(let number) = self { number } else { nil } }
    fileprivate var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }
    fileprivate var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
    fileprivate var texts: [String]? { if case .texts(let texts) = self { texts } else { nil } }
    fileprivate var confirmation: Confirmation? {
        if case .confirmation(let confirmation) = self { confirmation } else { nil }
    }
    fileprivate var hours: WeeklySchedule? {
        if case .hours(let hours) = self { hours } else { nil }
    }
    fileprivate var time: UTCInstant? { if case .time(let time) = self { time } else { nil } }
    fileprivate var accuracyLimit: AccuracyLimit? {
        if case .accuracyLimit(let limit) = self { limit } else { nil }
    }
}

extension Double: SettingConvertible {
    static func property(of value: Setting.Value) -> Self? { value.number }
    var settingValue: Setting.Value { .number(self) }
}

extension Int: SettingConvertible {
    static func property(of value: Setting.Value) -> Self? { value.integer }
    var settingValue: Setting.Value { .integer(self) }
}

extension Bool: SettingConvertible {
    static func property(of value: Setting.Value) -> Self? { value.flag }
    var settingValue: Setting.Value { .flag(self) }
}

extension String: SettingConvertible {
    static func property(of value: Setting.Value) -> Self? { value.text }
    var settingValue: Setting.Value { .text(self) }
}

extension [String]: SettingConvertible {
    static func property(of value: Setting.Value) -> Self? { value.texts }
    var settingValue: Setting.Value { .texts(self) }
}

extension Confirmation: SettingConvertible {
    static func property(of value: Setting.Value) -> Self? { value.confirmation }
    var settingValue: Setting.Value { .confirmation(self) }
}

extension WeeklySchedule: SettingConvertible {
    static func property(of value: Setting.Value) -> Self? { value.hours }
    var settingValue: Setting.Value { .hours(self) }
}

extension UTCInstant: SettingConvertible {
    static func property(of value: Setting.Value) -> Self? { value.time }
    var settingValue: Setting.Value { .time(self) }
}

extension AccuracyLimit: SettingConvertible {
    static func property(of value: Setting.Value) -> Self? { value.accuracyLimit }
    var settingValue: Setting.Value { .accuracyLimit(self) }
}

extension FenceSetName: SettingConvertible {
    static func property(of value: Setting.Value) -> Self? { value.text.map(Self.init) }
    var settingValue: Setting.Value { .text(text) }
}

extension SettingConvertible where Self: RawRepresentable<String> {
    static func property(of value: Setting.Value) -> Self? {
        value.text.flatMap(Self.init(rawValue:))
    }
    var settingValue: Setting.Value { .text(rawValue) }
}

extension RuleType: SettingConvertible {}
extension SpatialRelationship: SettingConvertible {}
extension AccuracyMode: SettingConvertible {}
extension InitialTrigger: SettingConvertible {}
extension FloorPolicy: SettingConvertible {}
extension FenceKind: SettingConvertible {}
