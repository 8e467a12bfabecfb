/// A fence that a glance at a fix has found to matter.
struct Sighting: BitwiseCopyable {
    /// Where it is in the neighbourhood; nil for a receiver that has leapt and will leap on.
    let place: Int?
    /// Which of the catalog's settings it has.
    let settings: Int
    let look: Monitor.Look
}
