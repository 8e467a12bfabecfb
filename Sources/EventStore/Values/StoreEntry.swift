/// An entry of the log that the store itself has to make.
public enum StoreEntry: Sendable, Hashable {
    /// A new log was begun because the old one could not be used; always entry 1.
    case reset(StorageReset)
    /// The disk failed for so long that the oldest waiting events were discarded.
    case gap(lost: Int)
}
