public import Chronology

/// The schedule of a source that scans for some time and then rests to save power.
public struct DutyCycle: Hashable, Sendable {
    /// The duration of a scan in seconds, above 0. Below about a second a receiver delivers no fix.
    public let scanSeconds: Double
    /// The pause between scans in seconds; 0 for scanning without pause.
    public let restSeconds: Double
    /// The start of the first scan.
    public let start: BootInstant

    /// Creates a schedule that begins with a scan at `start`; nil when a duration is out of range.
    public init?(scanSeconds: Double, restSeconds: Double, start: BootInstant) {
        guard scanSeconds > 0, scanSeconds.isFinite, restSeconds >= 0, restSeconds.isFinite else {
            return nil
        }
        self.scanSeconds = scanSeconds
        self.restSeconds = restSeconds
        self.start = start
    }

    /// Whether to scan at `now`, and the end of that phase; nil for no end when there is no rest.
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
