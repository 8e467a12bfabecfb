internal import ConsumerFrame
internal import Consuming
internal import ControlClient
internal import Glibc
internal import SystemServices
internal import Systemd

/// A try of a hook: the transient unit of its program, or the unit that it starts.
final class HookRun {
    /// Seconds between two questions for a state whose signal may be lost, as when systemd is replaced.
    private static let checkPeriod_s = 15.0

    let job: HookJob
    /// What the program writes; nil for a unit, which writes to the journal.
    let output: OutputLog?
    private let manager: ServiceManager
    private let unit: String
    private let environment: String
    private var startJob = ""
    private var startResult: String?
    private let start_s = Clocks.monotonic_s
    private var checked_s = Clocks.monotonic_s
    private var isLate = false

    /// Why a run is never started.
    struct Problem: Error {
        var reason: String
    }

    /// Starts a run.
    ///
    /// - Parameters:
    ///   - directory: where the environment is put; only root can read it.
    ///   - otherTasks: how many processes the running hooks of the same user may have.
    /// - Throws: `Problem`, `ServiceManager.Failure`, or an error of the operating system.
    init(_ job: HookJob, _ manager: ServiceManager, directory: String, otherTasks: Int) throws {
        self.job = job
        self.manager = manager
        var words: [String] = []
        switch job.hook.work {
        case .command(let templates):
            words = templates.map { $0.argument(job.taken.event) }
            if let problem = templates.first.flatMap({
                TrustedFile.problem($0.filled(job.taken.event), isProgram: true)
            }) {
                throw Problem(reason: problem)
            }
            unit = HookUnit.name(job)
            output = try OutputLog(job.hook.name)
        case .unit(let template):
            unit = template.filled(job.taken.event, escape: UnitName.escaped)
            guard unit.utf8.count <= UnitName.maximumBytes else {
                throw Problem(reason: "the name of the unit is too long: \(unit)")
            }
            output = nil
        }
        environment = "\(directory)/\(UnitName.environmentFile(unit))"
        try NewFile.write(
            environment, isDurable: false, Array(HookUnit.text(HookUnit.variables(job)).utf8))
        do {
            try manager.watch(unit)
            if let output {
                let input = try Self.input(
                    job.taken.record + [UInt8(ascii: "\n")], environment + ".input")
                let ends = HookUnit.Ends(
                    environment: environment, input: input.rawValue, output: output.writeEnd)
                startJob = try manager.startTransient(
                    unit, HookUnit.properties(words, job, ends, otherTasks: otherTasks))
                output.closeWriteEnd()
            } else {
                startJob = try manager.start(unit)
            }
        } catch {
            release()
            throw error
        }
    }

    /// The tasks that the program and its children may be.
    var tasks: Int { output == nil ? 0 : job.hook.rules.tasks }

    /// Returns how the run ended; nil while it goes on.
    ///
    /// - Parameter results: the results of jobs that the manager has reported; nil when it sent no signal.
    func outcome(_ results: [String: String]?, now: Double) -> RunOutcome? {
        startResult = startResult ?? results?[startJob]
        let timeout_s = job.hook.rules.timeout_s
        if output == nil, !isLate, now - start_s >= timeout_s {
            isLate = true
            try? manager.stop(unit)
        }
        let isDue = now - checked_s >= Self.checkPeriod_s
        guard results != nil || isDue, let state = try? manager.state(of: unit) else { return nil }
        checked_s = now
        // Without a job and without its result, the signal is on its way, or it was lost.
        guard !state.hasJob, startResult != nil || isDue else { return nil }
        let result = startResult ?? "done"
        if output == nil, result == "done" { return .done }
        guard output == nil || ["inactive", "failed"].contains(state.active) else { return nil }
        return RunOutcome(
            start: isLate ? "timeout" : result, try? manager.result(of: unit), timeout_s: timeout_s)
    }

    /// Stops the program; `outcome` then returns its end.
    func stop() {
        if output != nil { try? manager.stop(unit) }
    }

    /// The run has ended.
    func end() {
        output?.end()
        release()
    }

    private func release() {
        manager.release(unit, isReferenced: output != nil)
        // A unit reads its file at each start, also when systemd starts it again.
        if output != nil { _ = unsafe unlink(environment) }
    }

    /// Returns a descriptor from which those bytes can be read, of a file that has no name any more.
    private static func input(_ bytes: [UInt8], _ path: String) throws -> OwnedDescriptor {
        try NewFile.write(path, isDurable: false, bytes)
        let raw = unsafe open(path, O_RDONLY | O_CLOEXEC)
        let code = errno
        _ = unsafe unlink(path)
        guard raw >= 0 else { throw SystemError("read \(path)", code: code) }
        return OwnedDescriptor(owning: raw)
    }
}
