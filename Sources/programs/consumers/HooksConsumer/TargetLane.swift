internal import ConsumerFrame
internal import Consuming
internal import ControlClient
internal import ControlProtocol
internal import Systemd

/// Keeps `geofence-inside@FENCE.target` active while the receiver is inside the fence. It follows the present state,
/// never events of the past.
final class TargetLane {
    private static let prefix = "geofence-inside@"
    private static let suffix = ".target"
    /// Seconds until an operation that failed is tried again.
    private static let retry_s = 10.0
    /// Seconds without the daemon after which every state is unknown; a restart of it takes less.
    private static let absence_s = 15.0

    private let manager: ServiceManager
    private let targets: HookSettings.Targets
    private let states: FenceStates
    /// The targets that are active, as far as this program knows; nil before systemd has listed them.
    private var active: Set<String>?
    private var retry_s = 0.0
    private var unfit: Set<String> = []

    /// A lane that is not connected.
    init(
        _ settings: HookSettings, _ targets: HookSettings.Targets, _ manager: ServiceManager
    ) {
        self.manager = manager
        self.targets = targets
        states = FenceStates(
            socket: settings.socket, SubscribeRequest(), maximumAge_s: targets.maximumAge_s,
            longestDelay_s: 5)
    }

    /// The connection to poll.
    var link: DaemonConnection { states.link }

    /// Connects when it is time for that.
    func connectIfDue(now: Double) { states.connectIfDue(now: now) }

    /// Seconds until it is to be called again; nil where only the daemon can change that.
    func due_s(now: Double) -> Double? { states.due_s(now: now) }

    /// Reads what the daemon has sent.
    func read(now: Double) {
        guard let lines = try? link.read() else { return states.fail() }
        for case .notification(let kind, let line) in lines {
            // Another program may have started or stopped a target.
            if states.take(kind, line, now: now) { active = nil }
            guard link.isOpen else { return }
        }
    }

    /// Brings one target into the state of its fence. Returns whether there may be more to do.
    func work(now: Double) -> Bool {
        let isAbsent = states.absent_s.map { now - $0 >= Self.absence_s } ?? false
        let mustStop = isAbsent && targets.stopsWhenUnknown
        guard states.board.isKnown || mustStop, now >= retry_s else { return false }
        guard let active else {
            listActive(now)
            return active != nil
        }
        let changes = Self.changes(
            active: active, wanted: mustStop ? [] : wanted, kept: mustStop ? [] : unknown)
        guard let change = changes.first else { return false }
        do {
            if change.verb == "start" {
                _ = try manager.start(change.unit)
            } else {
                try manager.stop(change.unit)
            }
        } catch {
            ServiceNotice.log(3, "cannot \(change.verb) \(change.unit): \(error.reason)")
            retry_s = now + Self.retry_s
            return false
        }
        ServiceNotice.log(6, "\(change.verb) \(change.unit)")
        if change.verb == "start" {
            self.active?.insert(change.unit)
        } else {
            self.active?.remove(change.unit)
        }
        return true
    }

    /// Returns what to do, in order of name: stops before starts.
    static func changes(
        active: Set<String>, wanted: Set<String>, kept: Set<String>
    ) -> [(verb: String, unit: String)] {
        active.subtracting(wanted).subtracting(kept).sorted().map { ("stop", $0) }
            + wanted.subtracting(active).sorted().map { ("start", $0) }
    }

    /// The targets of the fences that are inside, in any monitor.
    private var wanted: Set<String> { Set(states.board.inside.compactMap(unit)) }

    /// The targets that are not changed, because the state of their fence is unknown.
    private var unknown: Set<String> {
        guard !targets.stopsWhenUnknown else { return [] }
        return Set(
            states.board.states.filter { $0.value.word == "unknown" }.keys.map(\.fence)
                .compactMap(unit))
    }

    private func unit(_ fence: String) -> String? {
        guard targets.fences.contains(where: { fence.fits($0) }) else { return nil }
        let name = Self.prefix + UnitName.escaped(fence) + Self.suffix
        guard name.utf8.count <= UnitName.maximumBytes else {
            if unfit.insert(fence).inserted {
                ServiceNotice.log(4, "the name of fence \(fence) is too long for a target")
            }
            return nil
        }
        return name
    }

    private func listActive(_ now: Double) {
        do {
            active = Set(
                try manager.units(like: Self.prefix + "*" + Self.suffix, in: ["active"]))
        } catch {
            ServiceNotice.log(3, "cannot list the active targets: \(error.reason)")
            retry_s = now + Self.retry_s
        }
    }
}
