import Chronology
import Glibc
import NIOCore
import Positioning
import SystemServices

/// Decides when a device that the sandbox keeps forbidding is worth a restart.
///
/// systemd turns the unit's device list into a filter when the service starts. A driver that was
/// loaded afterwards is not in it, and only a new start lets it in.
@Loop
final class SandboxWatch {
    /// How long a device must stay forbidden: longer than udev takes to settle after a plug.
    private static let patience = TimeAmount.seconds(30)
    /// Between two restarts for that reason: where one did not help, more hardly do, and each costs
    /// the journal a dozen lines of the sixty that a fault may cost in an hour.
    private static let pause_s: Int64 = 900

    private let marker: String
    private let giveUp: @Loop (SandboxForbids) -> Void
    private var waiting: [String: LoopTimer] = [:]

    /// A watch over sources that may end the daemon.
    ///
    /// - Parameters:
    ///   - directory: where the restarts are remembered, across them but not across a start of the
    ///     machine: the runtime directory.
    ///   - giveUp: ends the daemon, for systemd to start it again.
    init(directory: String, giveUp: @escaping @Loop (SandboxForbids) -> Void) {
        marker = directory + "/sandbox-restart"
        self.giveUp = giveUp
    }

    /// Takes note of the state of a source.
    func note(_ trouble: SourceTrouble?, of source: String) {
        guard trouble?.code == SerialPortFailure.forbiddenCode else {
            waiting.removeValue(forKey: source)?.cancel()
            return
        }
        if waiting[source] == nil { look(at: source, in: Self.patience) }
    }

    private func look(at source: String, in wait: TimeAmount) {
        waiting[source] = Loop.after(wait) { self.lasts(source) }
    }

    private func lasts(_ source: String) {
        let now = Clocks.bootNanoseconds() / 1_000_000_000
        if let text = TextFile.read(marker, limit: 64)?.split(separator: "\n").first,
            let last = Int64(text), now - last < Self.pause_s, now >= last
        {
            return look(at: source, in: .seconds(Self.pause_s - (now - last)))
        }
        do throws(SystemError) {
            try TextFile.write("\(now)\n", to: marker)
        } catch {
            // Without a memory of the last restart there could be one every half minute.
            return
        }
        giveUp(SandboxForbids(source: source))
    }
}

/// Why the daemon asks for another start.
struct SandboxForbids: Error, CustomStringConvertible {
    /// The source whose device is forbidden.
    let source: String

    var description: String {
        "the sandbox still forbids the device of source \(source) after 30 s; "
            + "a new start takes drivers into it that were loaded since"
    }
}
