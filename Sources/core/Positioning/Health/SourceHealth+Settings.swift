extension SourceHealth {
    /// The timeouts of a source, and its device.
    public struct Settings: Hashable, Sendable {
        /// Seconds without bytes after which an open source is silent, unless 2.5 times its usual
        /// pause is longer.
        public var silentAfterSeconds = 5.0
        /// Seconds of bytes without a valid sentence after which the state is `garbage`.
        public var garbageAfterSeconds = 5.0
        /// Seconds of sentences without a position, or with discarded positions only, after which
        /// the source has no position. A starting receiver sends texts and satellites that long.
        public var noPositionAfterSeconds = 10.0
        /// Seconds without a fix after which the last one is stale; nil for the larger of 10 s and
        /// five times the usual interval between fixes.
        public var staleAfterSeconds: Double?
        /// The path of the only gpsd receiver whose fixes are used; nil for any receiver.
        public var device: String?

        /// Creates the default settings.
        public init() {}
    }
}
