/// A setting of monitors, of kinds of fence or of fences: what it is called, what it takes, where it may
/// stand, and what an edit of it does. `Setting.all` declares each once.
///
/// From these rows come the reading of `geofenced.toml` and of `properties.geofence`, the answer of
/// `Monitor.inspect`, compiled fence files, the hashes under which states are saved, and what is evaluated
/// again after an edit. Its default is the initial value of the property.
public struct Setting: Sendable {
    /// The key in TOML, in GeoJSON and on the wire; its ending is the unit.
    public let key: String
    /// What it takes.
    public let form: Form
    /// Where a monitor holds it; nil when it does not stand in `[[monitor]]`.
    public let monitor: Place<MonitorDefinition>?
    /// Where the defaults of a kind hold it; nil when it does not stand in `[defaults.KIND]`.
    public let kind: Place<KindDefaults>?
    /// Where a fence holds it; nil when it does not stand in `properties.geofence`.
    public let fence: Place<FenceSettings>?
    /// What a change of it does to saved states.
    let saved: SavedState
    /// What it becomes in the rules; where that differs after an edit, a fix is evaluated again.
    let evaluated: [Comparison]

    init(
        _ key: String, _ form: Form, monitor: Place<MonitorDefinition>? = nil,
        kind: Place<KindDefaults>? = nil, fence: Place<FenceSettings>? = nil,
        saved: SavedState = .kept, evaluated: [Comparison] = []
    ) {
        (self.key, self.form) = (key, form)
        (self.monitor, self.kind, self.fence) = (monitor, kind, fence)
        (self.saved, self.evaluated) = (saved, evaluated)
    }

    /// What a change of a setting does to saved states.
    enum SavedState: Sendable, Hashable {
        /// Nothing.
        case kept
        /// Discards them: it decides on which side of a fence a fix is.
        case discarded
        /// The same, but was added later: it is part of the hash only where a fence gives one of these, so
        /// that older states are restored.
        case discardedWhereGiven
        /// Discards that a fence was outside: it decides when a fence is evaluated.
        case hours
    }

    /// Whether rules hold the same of a setting.
    struct Comparison: Sendable {
        let isSameOfFence: @Sendable (FenceRules, FenceRules) -> Bool
        let isSameOfFix: @Sendable (AccuracyReading, AccuracyReading) -> Bool

        /// Of the rules of a fence.
        static func fence(
            _ path: any KeyPath<FenceRules, some Equatable & SendableMetatype> & Sendable
        ) -> Comparison {
            Comparison(isSameOfFence: { isSame($0, $1, path) }, isSameOfFix: { _, _ in true })
        }

        /// Of how a fix is read.
        static func fix(
            _ path: any KeyPath<AccuracyReading, some Equatable & SendableMetatype> & Sendable
        ) -> Comparison {
            Comparison(isSameOfFence: { _, _ in true }, isSameOfFix: { isSame($0, $1, path) })
        }

        private static func isSame<Rules>(
            _ left: Rules, _ right: Rules, _ path: KeyPath<Rules, some Equatable>
        ) -> Bool {
            left[keyPath: path] == right[keyPath: path]
        }
    }
}

extension Setting {
    /// Where a monitor, a kind or a fence holds a setting.
    public struct Place<Holder>: Sendable {
        /// The value; nil where none is given.
        public let value: @Sendable (Holder) -> Value?
        /// Sets a value of the form of the setting.
        public let set: @Sendable (inout Holder, Value) -> Void
        /// Whether it may be missing.
        let isOptional: Bool

        init(
            isOptional: Bool, value: @escaping @Sendable (Holder) -> Value?,
            set: @escaping @Sendable (inout Holder, Value) -> Void
        ) {
            (self.isOptional, self.value, self.set) = (isOptional, value, set)
        }

        /// A property that always has a value.
        init(_ path: any WritableKeyPath<Holder, some SettingConvertible> & Sendable) {
            self.init(isOptional: false) {
                $0[keyPath: path].settingValue
            } set: {
                $0[keyPath: path] = $1.converted()
            }
        }

        /// A property that is nil where none is given.
        init(_ path: any WritableKeyPath<Holder, (some SettingConvertible)?> & Sendable) {
            self.init(isOptional: true) {
                $0[keyPath: path]?.settingValue
            } set: {
                $0[keyPath: path] = $1.converted()
            }
        }
    }
}

/// The settings in force for a fence under a monitor.
typealias FenceRules = JudgingRules

extension FenceRules {
    /// Whether a fix is inside or outside under both alike, if the fence is evaluated under both.
    func placesFence(as other: FenceRules) -> Bool {
        Setting.all.allSatisfy { $0.evaluated.allSatisfy { $0.isSameOfFence(self, other) } }
    }
}

extension AccuracyReading {
    /// Whether a fix has the same place and extent under both.
    func readsFixes(as other: AccuracyReading) -> Bool {
        Setting.all.allSatisfy { $0.evaluated.allSatisfy { $0.isSameOfFix(self, other) } }
    }
}
