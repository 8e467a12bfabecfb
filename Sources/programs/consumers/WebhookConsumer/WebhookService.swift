package import ConsumerFrame
internal import ControlClient
internal import SystemServices

/// Sends the events of the daemon to the endpoints, in one thread with one poll loop.
public final class WebhookService {
    private let lanes: [EndpointLane]
    private let secrets: [EndpointSecrets]
    private let poster: HTTPPoster
    private var life = ServiceLife()

    /// Seconds at the end for posts on their way and for the last acknowledgements.
    private static let farewell_s = 2.0

    /// Creates a service without connections. Throws the credentials that cannot be used.
    package init(_ settings: WebhookSettings) throws(UnusableSettings) {
        var secrets: [EndpointSecrets] = []
        for endpoint in settings.endpoints { secrets.append(try EndpointSecrets(endpoint)) }
        self.secrets = secrets
        guard let poster = HTTPPoster(Array(zip(settings.endpoints, secrets))) else {
            throw UnusableSettings(problems: ["libcurl cannot start"])
        }
        self.poster = poster
        lanes = settings.endpoints.map { EndpointLane(settings, $0) }
    }

    /// Runs until the stop descriptor is readable.
    public func run(stop: Int32) {
        ServiceNotice.tell("READY=1")
        while true {
            let now = Clocks.monotonic_s
            for (index, lane) in lanes.enumerated() {
                lane.intake.work(now: now)
                if let post = lane.begin(now: now) {
                    let headers = post.headers(at: Int64(Clocks.utc_s), secrets[index])
                    poster.begin(index, post.body, headers)
                }
            }
            endPosts(now)
            for lane in lanes {
                lane.intake.report(error: lane.error)
                lane.intake.report(waiting: lane.reasonToWait(now: now))
                lane.intake.work(now: now)
            }
            showLife(now)
            if wait(stop, now) { break }
        }
        close()
    }

    private func endPosts(_ now: Double) {
        for (index, outcome) in poster.work() { lanes[index].end(outcome, now: now) }
        for (index, lane) in lanes.enumerated() { lane.meter.use(poster.takeBytes(index)) }
    }

    /// Waits for input, output or the next deadline and handles it. Returns whether the program is to stop.
    private func wait(_ stop: Int32, _ now: Double) -> Bool {
        var watched = [HTTPPoster.Watched(descriptor: stop, reads: true)]
        let wanted = lanes.filter(\.intake.connection.isOpen)
        for lane in wanted {
            watched.append(
                HTTPPoster.Watched(
                    descriptor: lane.intake.connection.descriptor,
                    reads: true, writes: lane.intake.connection.wantsWrite))
        }
        // Posts that ended above have left room for others.
        let isDue = lanes.contains { $0.hasWork(now: now) }
        let due_s = lanes.map { $0.nextTry_s - now }.filter { $0 > 0 }.min() ?? 1
        let can = poster.wait(watched, seconds: isDue ? 0 : min(1, due_s))
        let after = Clocks.monotonic_s
        for (lane, can) in zip(wanted, can.dropFirst()) {
            if can.canWrite { lane.intake.connection.flush() }
            if can.canRead { lane.intake.read(now: after) }
        }
        return can[0].canRead
    }

    private func showLife(_ now: Double) {
        let line =
            lanes.isEmpty
            ? "no endpoint is configured"
            : lanes.map { $0.status(now: now) }.joined(separator: "; ")
        life.report(status: line, now: now)
    }

    /// Waits for posts on their way, and acknowledges those that were delivered.
    private func close() {
        ServiceNotice.tell("STOPPING=1")
        let deadline_s = Clocks.monotonic_s + Self.farewell_s
        while lanes.contains(where: \.isInFlight), Clocks.monotonic_s < deadline_s {
            _ = poster.wait([], seconds: 0.1)
            endPosts(Clocks.monotonic_s)
        }
        for lane in lanes {
            lane.meter.save()
            lane.intake.acknowledgeLast(
                .after(seconds: deadline_s + 1 - Clocks.monotonic_s))
        }
    }
}
