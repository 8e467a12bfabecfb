internal import Consuming
internal import ControlClient
internal import ControlProtocol
internal import SystemServices

/// The run of one hook for one event.
struct HookJob: Sendable {
    /// In the order of events and of the configuration.
    var number: Int
    var hook: Hook
    var taken: TakenEvent
    var cursor: Cursor
    /// When its event was emitted or happened, seconds of the boot clock. The system clock is read once, when the
    /// event arrives: a later step of it, as after a start without a clock, makes no event older.
    var origin_s: Double
    /// The file of the environment of the unit that it starts; nil for a program.
    var environment: String?
    /// Tries that have ended.
    var tries = 0
    /// Seconds of the monotonic clock before which it does not start.
    var notBefore_s = 0.0
    var delay = Backoff(first_s: 1, longest_s: 60)

    /// Returns the seconds since its event when they are more than the hook allows; nil when it may run.
    func excessiveAge_s(boot_s: Double) -> Double? {
        let (age_s, limit_s) = (boot_s - origin_s, hook.rules.maximumAge_s)
        return limit_s > 0 && age_s > limit_s ? age_s : nil
    }

    /// Jobs of one lane run one after another: those of a fence, or of a monitor without one.
    var lane: String {
        taken.event.fence.map { "fence \($0)" } ?? "monitor \(taken.event.monitor ?? "")"
    }
}

/// The jobs that wait and run. Those of a fence run one after another, in order. At most `jobs` run at the same time,
/// and one of each hook unless it may run in parallel. Jobs whose units read the same file run one after another.
struct RunQueue: Sendable {
    private let jobs: Int
    private var lanes: [String: [HookJob]] = [:]
    private var running: [Int: HookJob] = [:]

    /// An empty queue.
    init(jobs: Int) { self.jobs = jobs }

    /// Jobs that wait or run.
    var count: Int { lanes.values.reduce(0) { $0 + $1.count } }

    /// Adds a job behind those of its lane.
    mutating func add(_ job: HookJob) { lanes[job.lane, default: []].append(job) }

    /// Returns the next job that may start, and counts it as running; nil when none may start.
    mutating func next(now: Double) -> HookJob? {
        guard running.count < jobs else { return nil }
        let first = lanes.values.compactMap(\.first).filter { isFree($0) && now >= $0.notBefore_s }
            .min { $0.number < $1.number }
        guard let first else { return nil }
        running[first.number] = first
        return first
    }

    /// Returns the seconds until a job may start; nil when only the end of another one can change that.
    func due_s(now: Double) -> Double? {
        guard running.count < jobs else { return nil }
        return lanes.values.compactMap(\.first).filter(isFree).map { max(0, $0.notBefore_s - now) }
            .min()
    }

    /// Removes a running job.
    mutating func finish(_ job: HookJob) {
        running[job.number] = nil
        lanes[job.lane]?.removeFirst()
        if lanes[job.lane]?.isEmpty == true { lanes[job.lane] = nil }
    }

    /// Lets a running job start again later; its lane waits for it.
    mutating func retry(_ job: HookJob, at notBefore_s: Double) {
        var job = job
        job.notBefore_s = notBefore_s
        running[job.number] = nil
        lanes[job.lane]?[0] = job
    }

    /// Drops the jobs that do not run.
    mutating func dropWaiting() {
        lanes = lanes.compactMapValues { jobs in
            let kept = jobs.filter { running[$0.number] != nil }
            return kept.isEmpty ? nil : kept
        }
    }

    private func isFree(_ job: HookJob) -> Bool {
        running[job.number] == nil
            && (job.hook.rules.isParallel
                || !running.values.contains { $0.hook.name == job.hook.name })
            && (job.environment == nil
                || !running.values.contains { $0.environment == job.environment })
    }
}
