import Chronology
import Glibc
import NIOCore
import Positioning
import SystemServices

/// Decides when to restart the service because the sandbox keeps forbidding a device.
///
/// systemd turns the unit's device list into a filter when the service starts. The filter lacks
/// drivers that were loaded afterwards, and only a restart of the service adds them.
@Loop
final class SandboxWatch {
    /// How long a device must stay forbidden: longer than udev needs after a device is plugged in.
    private static let patience = TimeAmount.seconds(30)
    /// The seconds between two such restarts: where one did not help, more rarely do, and each
    /// costs a dozen of the sixty journal lines that a fault may cost in an hour.
    private static let pause_s: Int64 = 900

    private let marker: String
    private let giveUp: @Loop (SandboxForbids) -> Void
    private var waiting: [String: LoopTimer] = [:]

    /// Creates a watch over sources that may end the daemon.
    ///
    /// - Parameters:
    ///   - directory: the runtime directory. It holds the time of the last restart, and lasts
    ///     across restarts of the service but not of the machine.
    ///   - giveUp: ends the daemon, so that systemd starts it again.
    init(directory: String, giveUp: @escaping @Loop (SandboxForbids) -> Void) {
        marker = directory + "/sandbox-restart"
        self.giveUp = giveUp
    }

    /// Notes the trouble of a source; nil for none.
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
            // Without the stored time there could be a restart every half minute.
            return
        }
        giveUp(SandboxForbids(source: source))
    }
}

/// The error that ends the daemon, so that systemd restarts it.
struct SandboxForbids: Error, CustomStringConvertible {
    /// The source whose device is forbidden.
    let source: String

    var description: String {
        "the sandbox still forbids the device of source \(source) after 30 s; "
            + "a restart admits the drivers that were loaded since its start"
    }
}
