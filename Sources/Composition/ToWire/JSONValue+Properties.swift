import ControlProtocol

extension JSONValue {
    /// A fence's properties from their text; nil where there are none, and for text that is no
    /// JSON, which no reader of ours makes.
    init?(properties text: String?) {
        guard let text, let value = try? Wire.value(JSONValue.self, from: text.utf8) else {
            return nil
        }
        self = value
    }
}
