extension Cruise {
    /// What one monitor heeds of fixes beside where they are.
    struct Needs: Sendable {
        /// Whether it reads the accuracy of fixes.
        var heedsAccuracy: Bool
        /// Whether it reads their altitude.
        var heedsAltitude: Bool
        /// Seconds between fixes beyond which stays are interrupted; nil for the stale limit.
        var dwellMaxGap_s: Double?
        var clockEdge: ClockEdge
    }
}
