import Chronology
import Geodesy

// A later run restores the state of a fence only if its hashes are the same. A new version keeps
// the hashes of all settings that the previous version had.

extension Setting {
    /// The settings that decide when a fence is evaluated.
    fileprivate static let hours = all.filter { $0.saved == .hours }
}

extension MonitorDefinition {
    /// Returns the initial hash of the monitor's fences of a kind.
    func rulesHash(over defaults: KindDefaults) -> StableHash {
        var hash = StableHash()
        for setting in Setting.all where setting.saved == .discarded && setting.kind == nil {
            if let place = setting.monitor { hash.combine(place, of: self) }
        }
        let tolerances = tolerances.over(defaults.tolerances)
        hash.combine(tolerances.enter ?? 0)
        hash.combine(tolerances.exit ?? 0)
        // Shares add nothing, so that states of versions without metres are restored.
        if tolerances.unit == .metres { hash.combine("m") }
        return hash
    }

    /// Adds the settings that decide when fences of a kind are evaluated.
    func combineHours(over defaults: KindDefaults, into hash: inout StableHash) {
        for setting in Setting.hours {
            if let place = setting.kind { hash.combine(hours: place.value(defaults), setting) }
            if let place = setting.monitor { hash.combine(hours: place.value(self), setting) }
        }
    }
}

extension FenceSettings {
    /// A hash of the settings that decide when the fence is evaluated.
    var validityHash: UInt64 {
        var hash = StableHash()
        for setting in Setting.hours {
            if let place = setting.fence { hash.combine(hours: place.value(self), setting) }
        }
        return hash.value
    }

    /// Adds the settings that decide on which side of the fence a fix is.
    func combine(into hash: inout StableHash) {
        var own = self
        own.kind = effectiveKind
        for place in Self.discarding { hash.combine(place, of: own) }
        guard Self.discardingWhereGiven.contains(where: { $0.value(self) != nil }) else { return }
        for place in Self.discardingWhereGiven { hash.combine(place, of: self) }
    }

    private static let discarding = places(.discarded)
    private static let discardingWhereGiven = places(.discardedWhereGiven)

    private static func places(_ saved: Setting.SavedState) -> [Setting.Place<FenceSettings>] {
        Setting.all.filter { $0.saved == saved }.compactMap(\.fence)
    }
}

extension StableHash {
    fileprivate mutating func combine<Holder>(_ place: Setting.Place<Holder>, of holder: Holder) {
        switch place.value(holder) {
        case .number(let number) where place.isOptional: combine(Optional(number))
        case .number(let number): combine(number)
        case .integer(let number): combine(Optional(Double(number)))
        case .text(let text): combine(text)
        case nil: combine(nil as Double?)
        case .flag, .texts, .confirmation, .hours, .time, .accuracyLimit:
            preconditionFailure("no setting of this form discards states")
        }
    }

    /// Adds a value. A missing value counts as always evaluated.
    fileprivate mutating func combine(hours value: Setting.Value?, _ setting: Setting) {
        switch (value, setting.form) {
        case (.flag(let flag)?, _): combine(UInt64(flag ? 1 : 0))
        case (.time(let time)?, _): combine(UInt64(bitPattern: time.nanoseconds))
        case (.hours(let hours)?, _): combine(hours.text)
        case (.text(let text)?, _): combine(text)
        case (nil, .flag): combine(UInt64(1))
        case (nil, .time): combine(UInt64(bitPattern: .max))
        case (nil, _): combine("")
        case (.number, _), (.integer, _), (.texts, _), (.confirmation, _), (.accuracyLimit, _):
            preconditionFailure("no setting of this form decides when a fence is evaluated")
        }
    }
}
