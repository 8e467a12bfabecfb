import Glibc

/// Tells when names appear in a directory (inotify).
///
/// The unit's private network hides udev's messages, so the directory itself is watched.
public enum DirectoryWatch {
    /// A descriptor that becomes readable when something appears in one of the directories, or
    /// nil when none of them can be watched.
    ///
    /// What is read from it says which; a reader that only wants to look again may throw it away.
    public static func open(_ directories: [String]) -> OwnedDescriptor? {
        let raw = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard raw >= 0 else { return nil }
        let watch = OwnedDescriptor(owning: raw)
        // Attributes too: udev makes the node first and opens it to its group afterwards.
        let kinds = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_ONLYDIR)
        var watched = 0
        for directory in directories
        where unsafe inotify_add_watch(watch.rawValue, directory, kinds) >= 0 {
            watched += 1
        }
        guard watched > 0 else { return nil }
        return watch
    }
}
