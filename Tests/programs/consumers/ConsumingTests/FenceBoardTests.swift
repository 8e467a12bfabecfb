import ControlProtocol
import Testing

@testable import Consuming

@Suite struct FenceBoardTests {
    private let square = FenceBoard.Key(monitor: "yard", fence: "square")
    private let ramp = FenceBoard.Key(monitor: "yard", fence: "ramp")

    private func snapshot(
        _ seq: Int64, _ fences: [(id: String, state: String)], isFirst: Bool = true,
        next: String? = nil
    ) throws -> Snapshot {
        let listed = fences.map { fence in
            #"{"buffer_m":0,"enabled":true,"entered_at":"T","id":"\#(fence.id)","kind":"global","#
                + #""monitor":"yard","name":"","set":"s","state":"\#(fence.state)"}"#
        }.joined(separator: ",")
        let place = next.map { #","next":{"fence":"\#($0)","monitor":"yard"}"# } ?? ""
        let monitor =
            #"{"autostart":true,"fence_set":"s","fences":1,"inside":[],"name":"yard","rule":"r","#
            + #""source":"gps","status":"started","warnings":[]}"#
        let text =
            #"{"fences":[\#(listed)],"monitors":[\#(isFirst ? monitor : "")]\#(place),"seq":\#(seq)}"#
        return try Wire.value(Snapshot.self, from: Array(text.utf8))
    }

    private func event(_ seq: Int64, _ type: String, _ fence: String? = "square") -> EventRecord {
        var event = EventRecord(seq: seq, event_id: "5f3a:\(seq)", type: type)
        (event.monitor, event.fence) = ("yard", fence)
        return event
    }

    @Test func snapshotInPartsCountsAsOne() throws {
        var board = FenceBoard()
        #expect(board.state(of: square).word == "unknown", "nothing is known yet")
        board.take(try snapshot(7, [("ramp", "unknown")], next: "ramp"))
        #expect(!board.isKnown && board.takeChanged().isEmpty)
        board.take(try snapshot(8, [("square", "inside")], isFirst: false))
        #expect(board.isKnown && board.monitors == ["yard"] && board.inside == ["square"])
        #expect(board.takeChanged() == [square, ramp])
        #expect(board.state(of: square) == .init(word: "inside", since: "T", seq: 8))
        #expect(board.state(of: .init(monitor: "yard", fence: "other")).word == "outside")
        board.take(try snapshot(9, [("square", "inside")]))
        #expect(board.takeChanged() == [ramp], "only what is another state")
        #expect(board.state(of: square).seq == 8, "it keeps the event that led to it")
    }

    @Test func eventsMoveOneFenceAndOthersAskForASnapshot() throws {
        var board = FenceBoard()
        board.take(try snapshot(7, []))
        let asked = [
            event(8, "entered"), event(9, "exited"), event(10, "entered", "ramp"),
            event(11, "feed-stale", nil), event(12, "fence-removed"), event(13, "dwelled"),
        ].map { board.take($0) }
        #expect(asked == [false, false, false, true, true, false])
        #expect(board.takeChanged() == [square, ramp])
        #expect(board.states[square] == nil && board.states[ramp]?.seq == 10)
    }

    @Test func historyDoesNotChangeStates() throws {
        var board = FenceBoard()
        board.take(try snapshot(7, []))
        var past = event(8, "entered")
        past.history = true
        #expect(!board.take(past) && board.takeChanged().isEmpty)
    }
}
