public import ConfigurationText

/// A time zone given by name, such as `Europe/Berlin`.
public struct NamedZone: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The position of the name in the configuration; without a reason.
    public var place: SettingsProblem

    /// A problem with the zone.
    public func problem(_ reason: String) -> SettingsProblem {
        var problem = place
        problem.reason = reason
        return problem
    }
}
