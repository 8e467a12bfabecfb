import ControlProtocol

/// A place in the log, in words of the wire.
typealias EventPlace = Cursor

extension EventPlace {
    /// The place of an event that has no number yet.
    static let unknown = EventPlace(epoch: "", seq: 0)
}
