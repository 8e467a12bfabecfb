/// A setting of monitors, kinds or fences: its key, its form, its places and the effect of an edit.
/// `Setting.all` declares each setting once.
///
/// The rows are the basis for reading `geofenced.toml` and `properties.geofence`, for the answer of
/// `Monitor.inspect`, for compiled fence files, for the hashes of saved states, and for the
/// decision what is evaluated again after an edit. The default of a setting is the initial value of
/// its property.
public struct Setting: Sendable {
    /// The key in TOML, in GeoJSON and on the wire. Its ending is the unit.
    public let key: String
    /// The form of its values.
    public let form: Form
    /// The property of a monitor; nil when the setting is not allowed in `[[monitor]]`.
    public let monitor: Place<MonitorDefinition>?
    /// The property of the defaults of a kind; nil when it is not allowed in `[defaults.KIND]`.
    public let kind: Place<KindDefaults>?
    /// The property of a fence; nil when it is not allowed in `properties.geofence`.
    public let fence: Place<FenceSettings>?
    /// The effect of a change on saved states.
    let saved: SavedState
    /// Comparisons of the rules that the setting determines. If they differ after an edit, a fix is
    /// evaluated again.
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

    /// The effect of a change of a setting on saved states.
    enum SavedState: Sendable, Hashable {
        /// The states are kept.
        case kept
        /// The states are discarded: the setting decides on which side of a fence a fix is.
        case discarded
        /// Like `discarded`, for a setting that was added later. It is part of the hash only if a
        /// fence gives one of these settings, so that older states are restored.
        case discardedWhereGiven
        /// The information that fences are outside is discarded: the setting decides when a fence
        /// is evaluated.
        case hours
    }

    /// A comparison of a setting in two sets of rules.
    struct Comparison: Sendable {
        /// The comparisons of all settings.
        fileprivate static let all = Setting.all.flatMap(\.evaluated)

        let isSameOfFence: @Sendable (FenceRules, FenceRules) -> Bool
        let isSameOfFix: @Sendable (AccuracyReading, AccuracyReading) -> Bool

        /// Compares a property of the rules of a fence.
        static func fence(
            _ path: any KeyPath<FenceRules, some Equatable & SendableMetatype> & Sendable
        ) -> Comparison {
            Comparison(isSameOfFence: { isSame($0, $1, path) }, isSameOfFix: { _, _ in true })
        }

        /// Compares a property of the accuracy reading of a fix.
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
    /// The property of a monitor, a kind or a fence that holds a setting.
    public struct Place<Holder>: Sendable {
        /// Returns the value; nil if none is given.
        public let value: @Sendable (Holder) -> Value?
        /// Sets a value, which must have the form of the setting.
        public let set: @Sendable (inout Holder, Value) -> Void
        /// Whether the value may be missing.
        let isOptional: Bool

        init(
            isOptional: Bool, value: @escaping @Sendable (Holder) -> Value?,
            set: @escaping @Sendable (inout Holder, Value) -> Void
        ) {
            (self.isOptional, self.value, self.set) = (isOptional, value, set)
        }

        /// Creates a place for a property that always has a value.
        init(_ path: any WritableKeyPath<Holder, some SettingConvertible> & Sendable) {
            self.init(isOptional: false) {
                $0[keyPath: path].settingValue
            } set: {
                $0[keyPath: path] = $1.converted()
            }
        }

        /// Creates a place for a property that is nil if no value is given.
        init(_ path: any WritableKeyPath<Holder, (some SettingConvertible)?> & Sendable) {
            self.init(isOptional: true) {
                $0[keyPath: path]?.settingValue
            } set: {
                $0[keyPath: path] = $1.converted()
            }
        }
    }
}

extension FenceRules {
    /// Whether a fix gives the same state under both rules, if both evaluate the fence.
    func placesFence(as other: FenceRules) -> Bool {
        Setting.Comparison.all.allSatisfy { $0.isSameOfFence(self, other) }
    }
}

extension AccuracyReading {
    /// Whether a fix has the same position and extent under both.
    func readsFixes(as other: AccuracyReading) -> Bool {
        Setting.Comparison.all.allSatisfy { $0.isSameOfFix(self, other) }
    }
}
