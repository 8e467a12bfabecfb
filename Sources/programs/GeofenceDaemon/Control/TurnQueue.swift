import ControlProtocol
import NIOCore

/// Performs long requests one at a time, so that many clients that send one cost the memory of one, and the
/// loop serves the others in between.
///
/// A client has at most one request in the queue: its next requests wait for the end of that one.
@Loop
final class TurnQueue {
    /// What a request needs; requests of different lanes do not wait for each other.
    enum Lane {
        /// The fences and their states in memory.
        case memory
        /// The event log, whose disk may hang.
        case log
        /// The recording, whose disk may hang.
        case recording
        /// The engine, for the parts of pushes of many fixes.
        case engine
    }

    private var waiting: [Lane: CircularBuffer<@Loop () -> Void>] = [:]
    private var busy: Set<Lane> = []

    /// Creates an empty queue.
    init() {}

    /// Calls `begin` when the requests before it have ended: at once when there are none. ``end(_:)`` must be
    /// called when this one has ended.
    func add(to lane: Lane, _ begin: @escaping @Loop () -> Void) {
        guard busy.insert(lane).inserted else {
            return waiting[lane, default: []].append(begin)
        }
        begin()
    }

    /// Ends the request that was begun. The next one begins after the loop has served its other connections.
    func end(_ lane: Lane) {
        guard let next = waiting[lane]?.popFirst() else {
            busy.remove(lane)
            return
        }
        Loop.after(ClientConnection.rest, do: next)
    }
}

extension Method {
    /// The lane in which requests with the long answers of the method wait for each other; nil for a method
    /// whose answers are short.
    var lane: TurnQueue.Lane? {
        switch self {
        case .monitorInspect, .fenceList, .fenceInspect, .configShow, .discover: .memory
        case .eventsList, .visitList: .log
        case .fenceExplain, .recordingRead: .recording
        case .daemonStatus, .monitorList, .monitorStart, .monitorStop, .monitorPause,
            .monitorResume, .monitorAdd, .monitorSet, .monitorRemove, .monitorRevert, .fenceAdd,
            .fenceReplace,
            .fenceRemove, .fenceSet, .fenceRevert, .sourceList, .sourceStatus, .sourceStart,
            .sourceStop, .sourceRestart, .sourcePush, .sourceRaw, .fixLast, .eventsSubscribe,
            .eventsUnsubscribe, .consumerAcknowledge, .consumerList, .consumerInspect,
            .consumerPause, .consumerResume, .consumerRewind, .consumerTest, .consumerRemove,
            .recordingRemove, .kindEnable, .kindDisable, .configReload:
            nil
        }
    }
}
