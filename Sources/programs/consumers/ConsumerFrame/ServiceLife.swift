/// What a program reports to systemd while it runs.
public struct ServiceLife {
    /// Seconds between two signs of life.
    private static let period_s = 10.0

    private var sign_s = -Double.infinity
    private var statusLine = ""

    /// Nothing is reported yet.
    public init() {}

    /// Sends a sign of life when one is due, and the status line when it has changed.
    public mutating func report(status line: String, now: Double) {
        if now - sign_s >= Self.period_s {
            sign_s = now
            ServiceNotice.tell("WATCHDOG=1")
        }
        if line != statusLine { ServiceNotice.tell("STATUS=" + line) }
        statusLine = line
    }
}
