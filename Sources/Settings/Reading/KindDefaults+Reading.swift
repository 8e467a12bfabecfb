import ConfigurationText
import Geofencing

extension KindDefaults {
    /// Reads `[defaults.level]` or `[defaults.global]`.
    static func read(_ table: inout TableReader) -> KindDefaults {
        var defaults = KindDefaults()
        defaults.enabled = table.flag("enabled") ?? defaults.enabled
        defaults.ignorePeriod_s =
            table.number("ignore_period_s", 0...MonitorDefinition.longestPeriod_s)
            ?? defaults.ignorePeriod_s
        defaults.tolerances = table.tolerances()
        defaults.floorPolicy = table.word("floor_policy", FloorPolicy.self) ?? defaults.floorPolicy
        table.check(defaults.tolerances)
        return defaults
    }
}
