/// A change to one fence set.
public enum FenceSetChange: Sendable {
    /// Replaces all fences of the set. Fences are matched by id, and unchanged ones keep their
    /// state.
    case set(FenceSet)
    /// Adds a fence with a new id.
    case add(Fence)
    /// Replaces the fence with the same id (also used to move a fence).
    case replace(Fence)
    /// Removes the fence with that id.
    case remove(id: String)
}
