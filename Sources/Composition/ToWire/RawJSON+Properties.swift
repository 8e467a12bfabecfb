public import ControlProtocol
import FenceFiles

extension RawJSON {
    /// A fence's properties from their text; nil where there are none or the text is invalid. The
    /// reader of fence files has checked it, but a compiled file may be damaged since.
    public init?(properties text: String?) {
        guard let text, let properties = FenceFile.properties(text) else { return nil }
        self.init(checked: Array(properties.utf8))
    }
}
