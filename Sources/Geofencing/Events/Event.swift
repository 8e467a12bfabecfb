/// What the engine has to say to the world; each becomes one numbered entry of the log.
public enum Event: Sendable, Hashable {
    /// A fence was entered, left or dwelt in.
    case transition(Transition)
    /// Something about feeds, fences or monitors that explains events or their absence.
    indirect case diagnostic(Diagnostic)
}
