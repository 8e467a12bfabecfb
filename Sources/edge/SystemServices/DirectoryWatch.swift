import Glibc

/// Watches directories for new names (inotify).
///
/// The unit's private network hides udev's messages, so the directory itself is watched.
public enum DirectoryWatch {
    /// Opens a descriptor that becomes readable when a name appears, or its attributes change, in
    /// one of the directories; nil when none of them can be watched.
    ///
    /// The data names the new entries; a reader that scans the directories anyway may discard it.
    public static func open(_ directories: [String]) -> OwnedDescriptor? {
        let raw = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard raw >= 0 else { return nil }
        let watch = OwnedDescriptor(owning: raw)
        // Attributes too: udev creates the node first and grants access to its group afterwards.
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
