import ControlProtocol

extension Cursor {
    /// The cursor of an event without a number.
    static let unknown = Cursor(epoch: "", seq: 0)
}
