import ControlProtocol
import Testing

@testable import HooksConsumer

@Suite struct HookTests {
    private func event(
        _ type: String = "entered", fence: String? = "depot-7", actions: [String]? = nil
    ) -> EventRecord {
        var event = EventRecord(seq: 42, event_id: "5f3a:42", type: type)
        event.fence = fence
        event.fence_name = "Depot \"7\""
        event.monitor = "yard"
        event.actions = actions
        return event
    }

    private func hook(_ change: (inout Hook) -> Void = { _ in }) -> Hook {
        var hook = Hook(name: "a", types: ["entered"], work: .command([]), rules: Hook.Rules())
        change(&hook)
        return hook
    }

    @Test func aHookMatchesByTypeFenceMonitorAndAction() {
        #expect(hook().matches(event()) && !hook().matches(event("exited")))
        #expect(hook { $0.fences = ["depot-*"] }.matches(event()))
        #expect(!hook { $0.fences = ["depot-*"] }.matches(event(fence: nil)))
        #expect(!hook { $0.monitors = ["harbour"] }.matches(event()))
        let tracking = hook { $0.action = "startTracking" }
        #expect(!tracking.matches(event()))
        #expect(tracking.matches(event(actions: ["log", "startTracking"])))
    }

    @Test func theOriginOfALateEventIsTheEarliestTimeOfTheCrossing() {
        var event = event()
        func origin_s(_ system_s: Double) -> Double {
            Hook.origin_s(of: event, system_s: system_s, boot_s: 100)
        }
        #expect(origin_s(1_795_246_810) == 100)
        event.emitted_at = "2026-11-21T07:40:00.000Z"
        event.decided_at = "2026-01-01T00:00:00.000Z"
        #expect(origin_s(1_795_246_810) == 90)
        // By a system clock that is behind it, an event is of now.
        #expect(origin_s(1_795_246_000) == 100)
        event.late = true
        event.bracket = .init(before: "2026-11-21T07:00:00Z", after: "2026-11-21T07:40:00Z")
        #expect(origin_s(1_795_246_810) == -2310)
        event.crossed_at = "2026-11-21T07:30:00Z"
        #expect(origin_s(1_795_246_810) == -510)
    }

    @Test(arguments: [
        ("{event.type}-{fence.id}", "entered-depot-7"), ("{{x} {event.seq}", "{x} 42"),
        ("{fence.name}$X", "Depot \"7\"$X"), ("{visit.id}", ""), ("plain", "plain"),
    ])
    func aTemplateIsFilled(text: String, filled: String) throws {
        #expect(try Template(text).filled(event()) == filled)
    }

    @Test(arguments: ["{", "{fence}", "{}", "a {event.type"])
    func aTemplateWithAnUnknownPlaceholderIsRefused(text: String) {
        #expect(throws: Template.Problem.self) { try Template(text) }
    }

    /// As systemd-escape(1).
    @Test(arguments: [
        ("quarry", "quarry"), ("redwood-section", "redwood\\x2dsection"), ("a/b", "a-b"),
        (".a.b", "\\x2ea.b"), ("ü\n", "\\xc3\\xbc\\x0a"), ("a@b:c_d", "a\\x40b:c_d"),
    ])
    func aUnitNameIsEscaped(text: String, name: String) {
        #expect(UnitName.escaped(text) == name)
    }

    /// systemd reads the same file for both, because a backslash in the path of an EnvironmentFile= stands for nothing.
    @Test func unitsOfSeveralNamesHaveOneFile() {
        #expect(UnitName.environmentFile("gate@a\\x2db.service") == "gate@ax2db.env")
        #expect(UnitName.environmentFile("gate@ax2db.service") == "gate@ax2db.env")
    }

    @Test func targetsChangeToWhatIsWanted() {
        let changes = TargetLane.changes(
            active: ["a", "b", "c"], wanted: ["b", "d"], kept: ["c"])
        #expect(changes.map { "\($0.verb) \($0.unit)" } == ["stop a", "start d"])
    }
}
