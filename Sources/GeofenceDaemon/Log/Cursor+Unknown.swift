import ControlProtocol

extension Cursor {
    /// The place of an event that has no number yet.
    static let unknown = Cursor(epoch: "", seq: 0)
}
