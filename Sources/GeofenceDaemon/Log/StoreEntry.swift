import EventStore

/// An entry of the log that the store itself has to make.
typealias StoreEntry = StoreRecord
