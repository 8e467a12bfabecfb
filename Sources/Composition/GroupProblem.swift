/// A group of `[daemon]` that this machine lacks.
public struct GroupProblem: Sendable, Hashable, CustomStringConvertible {
    /// The key that names it, `group` or `read_group`.
    public var key: String
    /// Its name.
    public var name: String

    /// What is wrong and what follows from it, as the beginning of a sentence.
    public var reason: String {
        let effect =
            key == "group"
            ? "only root and the daemon's own user can operate the daemon"
            : "it lets nobody look"
        return "[daemon] \(key): there is no group \(name), so \(effect)"
    }

    /// What to do.
    public var remedy: String {
        "correct the name or create the group (groupadd --system \(name)), then: systemctl restart "
            + "geofenced"
    }

    /// `REASON; REMEDY`.
    public var description: String { "\(reason); \(remedy)" }
}
