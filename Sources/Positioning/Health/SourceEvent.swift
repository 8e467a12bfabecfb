/// What the code that reads a source reports about it.
public enum SourceEvent: Hashable, Sendable {
    /// It is started, or tried again.
    case opening
    /// It is open.
    case opened
    /// It could not be opened, or was lost; it will be tried again.
    case unavailable(SourceTrouble)
    /// It was stopped on purpose.
    case stopped
    /// Bytes arrived, with the ends of `sentences` checked sentences.
    case received(bytes: Int, sentences: Int)
    /// The engine has refused all fixes for long, for that reason; nil when it accepts them again.
    case suspected(SourceTrouble?)
}
