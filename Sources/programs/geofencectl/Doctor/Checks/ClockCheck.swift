/// The check whether the system clock is synchronized.
struct ClockCheck {
    /// Whether it follows a reference; nil when the kernel does not report it.
    var isSynchronized: Bool?

    /// The finding for it.
    var finding: Finding {
        switch isSynchronized {
        case true?: return .ok("clock", "The system clock is synchronised.")
        case false?:
            return .warn(
                "clock",
                "The system clock is not synchronised; events that need it carry wrong times.",
                fix: "See timedatectl; sudo timedatectl set-ntp true.")
        case nil:
            return .warn(
                "clock", "Whether the system clock is synchronised cannot be known here.",
                fix: "Ask it: timedatectl, or chronyc tracking.")
        }
    }
}
