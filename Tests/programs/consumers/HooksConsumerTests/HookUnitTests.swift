import Consuming
import ControlClient
import ControlProtocol
import Systemd
import Testing

@testable import HooksConsumer

@Suite struct HookUnitTests {
    private func job(_ change: (inout Hook.Rules) -> Void = { _ in }) throws -> HookJob {
        let line =
            #"{"method":"event","params":{"event_id":"e:7","fence":"secret yard","#
            + #""fence_name":"A\nB","lat":52.37,"seq":7,"type":"entered"}}"#
        let taken = try #require(TakenEvent(line: Array(line.utf8)))
        var rules = Hook.Rules()
        change(&rules)
        return HookJob(
            number: 3,
            hook: Hook(name: "gate", types: ["entered"], work: .command([]), rules: rules),
            taken: taken, cursor: Cursor(epoch: "e", seq: 7), origin_s: 0, tries: 1)
    }

    private func properties(_ words: [String], _ job: HookJob) -> [String: BusValue] {
        let ends = HookUnit.Ends(environment: "/run/x.env", input: 3, output: 4)
        let all = HookUnit.properties(words, job, ends, otherTasks: 20)
        return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.value) })
    }

    @Test func aTransientUnitIsUnprivilegedAndLimited() throws {
        let job = try job {
            ($0.timeout_s, $0.tasks, $0.memory_MiB) = (2.5, 16, 8)
        }
        #expect(HookUnit.name(job) == "geofence-hook-7-3-1.service")
        let properties = properties(["/bin/true"], job)
        #expect(properties["User"] == .text("geofenced-hooks"))
        #expect(properties["RuntimeMaxUSec"] == .number(2_500_000))
        #expect(properties["TimeoutStopUSec"] == .number(5_000_000))
        #expect(properties["MemoryMax"] == .number(8 << 20))
        #expect(properties["TasksMax"] == .number(16))
        #expect(properties["LimitNPROC"] == .number(36))
        #expect(properties["Nice"] == .integer(5))
        #expect(properties["NoNewPrivileges"] == .flag(true))
        #expect(properties["PrivateMounts"] == .flag(true))
    }

    /// The kernel counts all processes of a user, and a person's session has hundreds.
    @Test func theProcessesOfAPersonAreNotLimitedByThoseOfItsHooks() throws {
        #expect(properties(["/bin/true"], try job { $0.user = "pi" })["LimitNPROC"] == nil)
    }

    @Test func noPropertyHasAValueOfTheEvent() throws {
        let job = try job()
        let words = try ["/bin/gate", "in {fence.id}$", "{fence.name}", "{visit.id}"].map {
            try Template($0).argument(job.taken.event)
        }
        #expect(words == ["/bin/gate", "in ${GEOFENCE_FENCE}$$", "${GEOFENCE_FENCE_NAME}", ""])
        let text = "\(properties(words, job))"
        for value in ["secret", "52.37", "A B"] { #expect(!text.contains(value), "\(text)") }
    }

    @Test func theEnvironmentHasTheEventTheHookAndTheTry() throws {
        let variables = HookUnit.variables(try job()).map { "\($0.name)=\($0.value)" }
        for variable in [
            "GEOFENCE_FENCE=secret yard", "GEOFENCE_FENCE_NAME=A B", "GEOFENCE_LAT=52.37",
            "GEOFENCE_HOOK=gate", "GEOFENCE_TRY=2",
        ] {
            #expect(variables.contains(variable), "\(variables)")
        }
        #expect(!variables.contains { $0.hasPrefix("GEOFENCE_VISIT") })
    }

    @Test func theEnvironmentIsQuoted() {
        let text = HookUnit.text([("A", "a \"$B\" `c` \\"), ("C", "")])
        #expect(text == "A=\"a \\\"\\$B\\\" \\`c\\` \\\\\"\nC=\"\"\n")
    }
}
