public import Chronology

/// The schedule of a source that scans for a while, then rests to save power.
public struct DutyCycle: Hashable, Sendable {
    /// How long to scan, in seconds, above 0. Below about a second a receiver gives no fix.
    public let scanSeconds: Double
    /// How long to rest between scans, in seconds; 0 never rests.
    public let restSeconds: Double
    /// When the first scan began.
    public let start: BootInstant

    /// The schedule that begins with a scan at `start`, or nil when a duration makes no sense.
    public init?(scanSeconds: Double, restSeconds: Double, start: BootInstant) {
        guard scanSeconds > 0, scanSeconds.isFinite, restSeconds >= 0, restSeconds.isFinite else {
            return nil
        }
        self.scanSeconds = scanSeconds
        self.restSeconds = restSeconds
        self.start = start
    }

    /// Whether to scan at `now`, and until when; never ends when there is no rest.
    public func phase(at now: BootInstant) -> (isScanning: Bool, until: BootInstant?) {
        guard restSeconds > 0 else { return (true, nil) }
        let scan = Int64((scanSeconds * 1e9).rounded())
        let period = scan + Int64((restSeconds * 1e9).rounded())
        let elapsed = max(0, now.nanoseconds - start.nanoseconds)
        let cycleStart = start.nanoseconds + elapsed / period * period
        let isScanning = elapsed % period < scan
        return (
            isScanning,
            BootInstant(nanoseconds: cycleStart + (isScanning ? scan : period))
        )
    }
}
