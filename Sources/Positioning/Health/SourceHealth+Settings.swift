extension SourceHealth {
    /// How patient to be.
    public struct Settings: Hashable, Sendable {
        /// Seconds without bytes after which an open source is silent, unless its usual pauses are
        /// so long that two of them and a half are more.
        public var silentAfterSeconds = 5.0
        /// Seconds of bytes without a valid sentence after which they are garbage.
        public var garbageAfterSeconds = 5.0
        /// The source has no position after so many seconds of valid sentences without one, or with
        /// discarded ones only: a starting receiver sends texts and satellites for so long.
        public var noPositionAfterSeconds = 10.0
        /// Seconds without a fix after which the last one is stale; nil for the larger of 10 s and
        /// five times the usual interval between fixes.
        public var staleAfterSeconds: Double?
        /// The one receiver that a gpsd is to give fixes of; nil for any.
        public var device: String?

        /// The defaults.
        public init() {}
    }
}
