/// Identifies a fence of a monitor.
struct FenceKey: Hashable {
    /// The monitor.
    var monitor: String
    /// The fence's id.
    var fence: String
}
