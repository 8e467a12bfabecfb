import Chronology

// A later run restores the states of a fence where the hashes are the same. They are the same in every
// version for settings that the version before had.

extension MonitorDefinition {
    /// What the hashes of its fences of a kind begin with.
    func rulesHash(over defaults: KindDefaults) -> StableHash {
        var hash = StableHash()
        for setting in Setting.all where setting.saved == .discarded && setting.kind == nil {
            if let place = setting.monitor { hash.combine(place, of: self) }
        }
        let tolerances = tolerances.over(defaults.tolerances)
        hash.combine(tolerances.enter ?? 0)
        hash.combine(tolerances.exit ?? 0)
        // Nothing for shares, so that states saved before there were metres are taken up.
        if tolerances.unit == .metres { hash.combine("m") }
        return hash
    }

    /// Adds to that when fences of a kind are evaluated.
    func combineHours(over defaults: KindDefaults, into hash: inout StableHash) {
        for setting in Setting.all where setting.saved == .hours {
            if let place = setting.kind { hash.combine(hours: place.value(defaults), setting) }
            if let place = setting.monitor { hash.combine(hours: place.value(self), setting) }
        }
    }
}

extension FenceSettings {
    /// Changes with what decides when the fence is evaluated.
    var validityHash: UInt64 {
        var hash = StableHash()
        for setting in Setting.all where setting.saved == .hours {
            if let place = setting.fence { hash.combine(hours: place.value(self), setting) }
        }
        return hash.value
    }

    /// Adds what decides on which side of the fence a fix is.
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

    /// What is not given counts as evaluated always.
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
