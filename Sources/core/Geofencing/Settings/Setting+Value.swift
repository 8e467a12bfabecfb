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

        /// Returns the value as the type of a property.
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
    /// Returns the property for a value; nil for a value of another form.
    static func property(of value: Setting.Value) -> Self?
    /// The setting value for the property.
    var settingValue: Setting.Value { get }
}

extension Setting.Value {
    fileprivate var payload: any Sendable {
        switch self {
        case .number(let number): number
        case .integer(let integer): integer
        case .flag(let flag): flag
        case .text(let text): text
        case .texts(let texts): texts
        case .confirmation(let confirmation): confirmation
        case .hours(let hours): hours
        case .time(let time): time
        case .accuracyLimit(let limit): limit
        }
    }
}

extension SettingConvertible {
    static func property(of value: Setting.Value) -> Self? { value.payload as? Self }
}

extension Double: SettingConvertible {
    var settingValue: Setting.Value { .number(self) }
}

extension Int: SettingConvertible {
    var settingValue: Setting.Value { .integer(self) }
}

extension Bool: SettingConvertible {
    var settingValue: Setting.Value { .flag(self) }
}

extension String: SettingConvertible {
    var settingValue: Setting.Value { .text(self) }
}

extension [String]: SettingConvertible {
    var settingValue: Setting.Value { .texts(self) }
}

extension Confirmation: SettingConvertible {
    var settingValue: Setting.Value { .confirmation(self) }
}

extension WeeklySchedule: SettingConvertible {
    var settingValue: Setting.Value { .hours(self) }
}

extension UTCInstant: SettingConvertible {
    var settingValue: Setting.Value { .time(self) }
}

extension AccuracyLimit: SettingConvertible {
    var settingValue: Setting.Value { .accuracyLimit(self) }
}

extension FenceSetName: SettingConvertible {
    static func property(of value: Setting.Value) -> Self? {
        (value.payload as? String).map(Self.init)
    }
    var settingValue: Setting.Value { .text(text) }
}

extension SettingConvertible where Self: RawRepresentable<String> {
    static func property(of value: Setting.Value) -> Self? {
        (value.payload as? String).flatMap(Self.init(rawValue:))
    }
    var settingValue: Setting.Value { .text(rawValue) }
}

extension RuleType: SettingConvertible {}
extension SpatialRelationship: SettingConvertible {}
extension AccuracyMode: SettingConvertible {}
extension InitialTrigger: SettingConvertible {}
extension FloorPolicy: SettingConvertible {}
extension FenceKind: SettingConvertible {}
