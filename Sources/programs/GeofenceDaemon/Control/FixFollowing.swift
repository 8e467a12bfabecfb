import Chronology
import ControlProtocol
import Geodesy
import NIOCore

/// The fixes that one client follows.
@Loop
final class FixFollowing {
    private let query: FixQuery
    private let send: @Loop (FixRecord) -> Void
    private var throttles: [String: FixThrottle] = [:]
    /// The newest delayed fix of each source, with the timer that sends it.
    private var waiting: [String: (fix: FixRecord, timer: LoopTimer)] = [:]

    /// Creates it for a query; nil if that follows no fixes. Throws `invalidParams` for bad limits.
    init?(_ query: FixQuery, _ send: @escaping @Loop (FixRecord) -> Void) throws(Failure) {
        let limits = [
            ("min_interval_s", query.min_interval_s, 86_400),
            ("min_distance_m", query.min_distance_m, 1e6),
        ]
        for case (let key, let value?, let greatest) in limits {
            guard query.follow == true else {
                throw Failure(
                    .invalidParams, "\"\(key)\" is for fixes that are followed.",
                    hint: "Give \"follow\": true, too.")
            }
            guard 0...greatest ~= value else {
                throw Failure(
                    .invalidParams, "\"\(key)\" must be from 0 to \(Int(greatest)).")
            }
        }
        guard query.follow == true else { return nil }
        self.query = query
        self.send = send
    }

    /// Whether the client follows a source.
    func includes(source: String) -> Bool { query.source == nil || query.source == source }

    /// Notes the fixes in the answer to the request as sent.
    func begin(after fixes: [FixRecord]) {
        for fix in fixes where fix.last_known != true { note(sent: fix) }
    }

    /// Sends, delays or drops a new fix, as the limits of the client require.
    func take(_ fix: FixRecord) {
        if query.accepted == true, fix.refused != nil { return }
        let name = fix.source ?? ""
        switch throttle(of: name).decision(for: fix.place, at: BootClock.now()) {
        case .send:
            stopWaiting(name)
            sendNow(fix)
        case .drop: stopWaiting(name)
        case .wait(let seconds):
            let timer =
                waiting[name]?.timer
                ?? Loop.after(.nanoseconds(Int64(seconds * 1e9))) { [weak self] in
                    self?.sendWaiting(name)
                }
            waiting[name] = (fix, timer)
        }
    }

    /// Drops the delayed fixes and cancels their timers.
    func end() {
        for (_, timer) in waiting.values { timer.cancel() }
        waiting = [:]
    }

    private func sendWaiting(_ name: String) {
        if let fix = waiting.removeValue(forKey: name)?.fix { sendNow(fix) }
    }

    private func sendNow(_ fix: FixRecord) {
        note(sent: fix)
        send(fix)
    }

    private func stopWaiting(_ name: String) { waiting.removeValue(forKey: name)?.timer.cancel() }

    private func throttle(of name: String) -> FixThrottle {
        throttles[name]
            ?? FixThrottle(
                interval_s: query.min_interval_s ?? 0, distance_m: query.min_distance_m ?? 0)
    }

    private func note(sent fix: FixRecord) {
        let name = fix.source ?? ""
        var throttle = throttle(of: name)
        throttle.note(sent: fix.place, at: BootClock.now())
        throttles[name] = throttle
    }
}

extension FixRecord {
    fileprivate var place: Coordinate { Coordinate(latitude: lat, longitude: lon) }
}
