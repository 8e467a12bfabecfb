/// An entry of the log that the store itself writes.
public enum StoreEntry: Sendable, Hashable {
    /// The log was started again because the old one was unusable; always entry 1.
    case reset(StorageReset)
    /// The disk failed for so long that the oldest waiting events were discarded.
    case gap(lost: Int)
}
