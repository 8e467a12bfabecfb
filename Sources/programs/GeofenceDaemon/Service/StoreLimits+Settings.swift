import EventStore
import Settings

extension StoreLimits {
    /// Creates the configured limits.
    init(_ settings: DaemonSettings) {
        self.init()
        if let events = settings.keptEvents { rows = events }
        if let size_MiB = settings.kept_MiB { bytes = size_MiB << 20 }
    }
}
