import Chronology

/// A run of fixes without the floor or altitude that fences need.
struct Lack: BitwiseCopyable, Sendable, Hashable {
    /// When the first of them arrived.
    var since: BootInstant
    /// The last fix before them; nil where there was none.
    var before: UnknownSince?
}
