import ControlProtocol
import Testing

@testable import GeofenceDaemon

/// A page ends where it is full, and leads on only when another fence follows.
struct FencePageTests {
    private func fence(_ id: String, properties: String = "") -> FenceState {
        var fence = FenceState(id: id, name: id, set: "f", kind: "global")
        fence.monitor = "m"
        fence.properties = RawJSON(.object(["text": .string(properties)]))
        return fence
    }

    private func fill(_ page: inout FencePage, with fences: [FenceState]) -> Bool {
        fences.allSatisfy { page.add($0) }
    }

    @Test func endsAfterItsLimit() throws {
        var page = try FencePage(limit: 2)
        #expect(fill(&page, with: [fence("a"), fence("b")]))
        #expect(page.list.next == nil)
        #expect(!fill(&page, with: [fence("c")]))
        #expect(page.list.fences.map(\.id) == ["a", "b"])
        #expect(page.list.next == FencePlace(fence: "b", monitor: "m"))
    }

    @Test func staysBelowTheLongestLine() throws {
        var page = try FencePage(limit: nil)
        let properties = String(repeating: "x", count: 10_000)
        var count = 0
        while page.add(fence("f\(count)", properties: properties)) { count += 1 }
        #expect(count > 40)
        let reply = Response.result(page.list, id: .number(1))
        #expect(Wire.line(reply).count < Limits.line_bytes)
    }

    @Test func takesOneFenceOfAnySize() throws {
        var page = try FencePage(limit: 5)
        let properties = String(repeating: "x", count: Limits.fencePage_bytes)
        #expect(fill(&page, with: [fence("a", properties: properties)]))
        #expect(!fill(&page, with: [fence("b")]))
    }

    @Test func looksAtNoMoreFencesThanAPageHolds() throws {
        var page = try FencePage(limit: 3, state: "inside")
        var inside = fence("b")
        inside.state = "inside"
        #expect(fill(&page, with: [fence("a"), inside, fence("c")]))
        #expect(!fill(&page, with: [fence("d")]))
        #expect(page.list.fences.map(\.id) == ["b"])
        #expect(page.list.next == FencePlace(fence: "c", monitor: "m"), "the last one looked at")
    }

    @Test func refusesAStateThatNoFenceHas() {
        #expect {
            try FencePage(limit: nil, state: "in")
        } throws: { error in
            (error as? Failure)?.data?.hint == "There are: inside, outside, unknown."
        }
    }

    @Test func neverHoldsMoreThanTheGreatestPage() throws {
        #expect(try FencePage(limit: .max).asked == Limits.listedFences + 1)
        #expect(throws: Failure.self) { try FencePage(limit: 0) }
    }
}
