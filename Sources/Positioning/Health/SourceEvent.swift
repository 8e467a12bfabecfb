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
    /// Bytes came; `sentences` of the decoder's checked sentences ended in them.
    case received(bytes: Int, sentences: Int)
    /// The geofencing side has believed no fix for long, for that reason; with nil it does again.
    case suspected(SourceTrouble?)
}
