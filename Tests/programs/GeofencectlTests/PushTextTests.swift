import ControlProtocol
import Testing

@testable import geofencectl

@Suite("what became of pushed fixes")
struct PushTextTests {
    @Test func refusedFixesAreReportedWithTheReasons() {
        var pushed = SourcePushed(accepted: 8)
        pushed.evaluated = 2
        pushed.waiting = 1
        pushed.completed = 2
        pushed.refused = [.init(reason: "late", count: 2, message: "it is old")]
        #expect(
            pushed.sentence
                == "2 fixes were accepted; 2 were refused: 2 as late, since it is old; 2 completed the "
                + "fix before; 1 waits for fixes that may belong before; 1 has no position.\n")
    }

    @Test func refusedFixesAreCountedForAnOlderDaemon() {
        #expect(SourcePushed(accepted: 1).sentence == "1 fix was accepted.\n")
    }

    @Test func refusedFixesAreAddedUpOverAllRequests() {
        var total = SourcePushed(accepted: 0)
        for _ in 0..<2 {
            var pushed = SourcePushed(accepted: 2)
            pushed.evaluated = 1
            pushed.completed = 1
            pushed.refused = [.init(reason: "late", count: 1, message: "it is old")]
            total.add(pushed)
        }
        #expect(total.accepted == 4)
        #expect(total.evaluated == 2)
        #expect(total.completed == 2)
        #expect(total.refused == [.init(reason: "late", count: 2, message: "it is old")])
        #expect(total.waiting == nil)
    }
}
