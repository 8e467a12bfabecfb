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
    /// The newest fix of each source that waits, with the timer that sends it.
    private var waiting: [String: (fix: FixRecord, timer: LoopTimer)] = [:]

    /// Follows what a query asks for; nil where it asks for no further fixes. Throws where its limits are none.
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

    /// Whether it follows a source.
    func includes(source: String) -> Bool { query.source == nil || query.source == source }

    /// The client has these fixes from the answer to its request.
    func begin(after fixes: [FixRecord]) {
        for fix in fixes where fix.last_known != true { note(sent: fix) }
    }

    /// Takes a new fix.
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

    /// Sends no further fix.
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
