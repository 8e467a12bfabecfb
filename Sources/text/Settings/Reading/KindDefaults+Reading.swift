import ConfigurationText
import Geofencing

extension KindDefaults {
    /// Reads `[defaults.level]` or `[defaults.global]`.
    static func read(_ table: inout TableReader) -> KindDefaults {
        var defaults = KindDefaults()
        _ = table.read(\.kind, into: &defaults)
        table.checkToleranceUnits()
        table.check(defaults.tolerances)
        return defaults
    }
}
