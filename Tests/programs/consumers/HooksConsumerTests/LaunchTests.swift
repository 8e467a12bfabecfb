import Consuming
import ControlProtocol
import Testing

@testable import HooksConsumer

@Suite struct LaunchTests {
    private func job(_ rules: Hook.Rules) throws -> HookJob {
        let line =
            #"{"method":"event","params":{"event_id":"e:7","fence":"a b","fence_name":"A\nB","#
            + #""seq":7,"type":"entered"}}"#
        let taken = try #require(TakenEvent(line: Array(line.utf8)))
        return HookJob(
            number: 3,
            hook: Hook(name: "gate", types: ["entered"], work: .command([]), rules: rules),
            taken: taken, cursor: Cursor(epoch: "e", seq: 7), origin_s: 0, tries: 1)
    }

    @Test func aTransientUnitIsUnprivilegedAndLimited() throws {
        var rules = Hook.Rules()
        (rules.user, rules.timeout_s, rules.tasks, rules.memory_MiB) = ("no-such-user", 2.5, 16, 8)
        let launch = Launch.transientUnit(["/bin/$a", "$HOME", "%i"], try job(rules))
        for option in [
            "--wait", "--pipe", "--collect", "--unit=geofence-hook-7-3-1",
            "--property=User=no-such-user", "--property=RuntimeMaxSec=2500ms",
            "--property=NoNewPrivileges=yes", "--property=TasksMax=16",
            "--property=LimitNPROC=16", "--property=MemoryMax=8388608", "--property=Nice=5",
            "--setenv=GEOFENCE_FENCE=a b", "--setenv=GEOFENCE_FENCE_NAME=A B",
            "--setenv=GEOFENCE_TRY=2",
        ] {
            #expect(launch.arguments.contains(option), "\(option) is missing: \(launch.arguments)")
        }
        #expect(launch.arguments.suffix(4) == ["--", "/bin/$a", "$$HOME", "%i"])
        #expect(launch.program == "systemd-run" && launch.user == nil)
        #expect(launch.timeout_s > 2.5 + Launch.grace_s)
        #expect(launch.input.last == UInt8(ascii: "\n") && launch.input.first == UInt8(ascii: "{"))
    }

    @Test func aProcessHasTheSameUserAndLimits() throws {
        var rules = Hook.Rules()
        (rules.user, rules.timeout_s, rules.tasks, rules.memory_MiB) = ("no-such-user", 2.5, 16, 8)
        let launch = Launch.process(["/bin/true", "$HOME"], try job(rules))
        #expect(launch.arguments == ["/bin/true", "$HOME"] && launch.user == "no-such-user")
        #expect(launch.tasks == 16 && launch.memory_bytes == 8 << 20 && launch.timeout_s == 2.5)
        #expect(launch.environment.contains("GEOFENCE_FENCE=a b"))
        #expect(!launch.environment.contains { $0.hasPrefix("HOME=") })
    }
}
