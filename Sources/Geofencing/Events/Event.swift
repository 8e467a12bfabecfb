/// What the engine has to say to the world; each becomes one numbered entry of the log.
///
/// Both are large and passed on from hand to hand, so they are boxed.
public indirect enum Event: Sendable, Hashable {
    /// A fence was entered, left or dwelt in.
    case transition(Transition)
    /// Something about feeds, fences or monitors that explains events or their absence.
    case diagnostic(Diagnostic)
}
