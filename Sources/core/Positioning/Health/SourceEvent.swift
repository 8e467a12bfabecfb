/// An event that the code which reads a source reports about the source.
public enum SourceEvent: Hashable, Sendable {
    /// The source is being opened, for the first time or again.
    case opening
    /// The source is open.
    case opened
    /// The source could not be opened, or was lost; it will be opened again later.
    case unavailable(SourceTrouble)
    /// The source was stopped on purpose.
    case stopped
    /// Bytes arrived, among them the ends of `sentences` sentences with valid checksums.
    case received(bytes: Int, sentences: Int)
    /// The engine has refused all fixes for long, with the reason; nil when it accepts them again.
    case suspected(SourceTrouble?)
}
