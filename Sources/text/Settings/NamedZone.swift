public import ConfigurationText

/// A time zone given by name, such as `Europe/Berlin`.
public struct NamedZone: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The position of the name in the configuration, as a problem without a reason.
    public var place: SettingsProblem

    /// Returns a problem with the zone at that position.
    public func problem(_ reason: String) -> SettingsProblem {
        var problem = place
        problem.reason = reason
        return problem
    }
}
