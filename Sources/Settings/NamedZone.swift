/// A time zone that a configuration names, such as `Europe/Berlin`.
public struct NamedZone: Sendable, Hashable {
    /// The name.
    public var name: String
    /// Where the configuration names it; without a reason.
    public var place: SettingsProblem

    /// A problem with it.
    public func problem(_ reason: String) -> SettingsProblem {
        var problem = place
        problem.reason = reason
        return problem
    }
}
