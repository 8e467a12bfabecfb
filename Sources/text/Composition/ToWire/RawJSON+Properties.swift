public import ControlProtocol
import FenceFiles

extension RawJSON {
    /// Creates a fence's properties from their text; nil when there are none or the text is
    /// invalid. The reader of fence files has checked them, but a compiled file may be damaged.
    public init?(properties text: String?) {
        guard let text, let properties = FenceFile.properties(text) else { return nil }
        self.init(checked: Array(properties.utf8))
    }
}
