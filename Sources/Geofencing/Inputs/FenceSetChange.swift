/// A change to one fence set, atomic as a whole.
public enum FenceSetChange: Sendable {
    /// The set is now exactly this; fences are matched by id and untouched ones keep their state.
    case set(FenceSet)
    /// One fence more; its id must be new.
    case add(Fence)
    /// The fence of the same id becomes this one (also how a fence moves).
    case replace(Fence)
    /// The fence of that id is gone.
    case remove(id: String)
}
