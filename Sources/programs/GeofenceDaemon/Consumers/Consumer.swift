import Chronology
import ControlProtocol
import NIOCore

/// A consumer of events: a name with a durable cursor, and the stream of the client that subscribed
/// as this consumer.
@Loop
final class Consumer {
    /// The name of the consumer.
    let name: String
    /// The part of the consumer that is stored.
    var memory: ConsumerMemory
    /// The stream of its client; nil while there is none.
    private(set) weak var holder: EventStream?
    /// The number of the first event that is not acknowledged, and when it became durable, if looked up.
    var oldest: (seq: Int64, at: UTCInstant)?
    /// What the consumer currently waits for, as its client reported.
    var waiting: String?
    /// The test that its client has not answered yet.
    var test: ConsumerTest?
    private var takeovers: [NIODeadline] = []
    private var contestedUntil: NIODeadline?

    /// Creates a consumer with that memory.
    init(name: String, _ memory: ConsumerMemory) {
        self.name = name
        self.memory = memory
    }

    /// Whether a client has subscribed as this consumer.
    var isConnected: Bool { holder?.subscription?.consumer === self }

    /// Whether two programs have used the name lately, so that both are refused.
    var isContested: Bool { contestedUntil.map { .now() < $0 } ?? false }

    /// Returns the number of the first event that is not acknowledged, in a log of that extent, and whether
    /// the acknowledged events belong to another log.
    func place(in bounds: EventLog.Bounds) -> (next: Int64, isAfterOtherLog: Bool) {
        guard memory.epoch != bounds.epoch else { return (memory.seq + 1, false) }
        return (min(memory.seq, bounds.head) + 1, true)
    }

    /// Binds the consumer to the stream of a client and ends the stream of the previous client. Refuses both
    /// clients when clients have replaced each other more than `Limits.takeovers` times within
    /// `Limits.takeover_s`.
    func hold(by stream: EventStream) throws(Failure) {
        let now = NIODeadline.now()
        if isContested { throw .contested(name) }
        if let holder, holder !== stream, isConnected {
            let window = TimeAmount.seconds(Int64(Limits.takeover_s))
            takeovers.removeAll { now - $0 > window }
            guard takeovers.count < Limits.takeovers else {
                contestedUntil = now + window
                self.holder = nil
                holder.displace(.contested(name))
                throw .contested(name)
            }
            takeovers.append(now)
            holder.displace(.takenOver(name))
        }
        holder = stream
    }

    /// Ends the stream of its client with a reason.
    func displace(_ reason: Failure) {
        let stream = isConnected ? holder : nil
        holder = nil
        stream?.displace(reason)
    }

    /// Notes that its client ends the stream.
    func leave() {
        memory.seen_at = WallClock.rfc3339()
        waiting = nil
        test?.fail("The program ended its subscription.")
    }

    /// Sends its client the events that it has not been sent yet.
    func pump() { if isConnected { holder?.pump() } }
}

extension Failure {
    /// Returns the failure for a client whose consumer another connection has taken over.
    fileprivate static func takenOver(_ name: String) -> Failure {
        Failure(
            .busy, "Another connection has taken over the consumer \(name).",
            hint: "Where that was another program, give it another name.")
    }

    /// Returns the failure for two programs that use the name of the consumer in turn.
    fileprivate static func contested(_ name: String) -> Failure {
        Failure(
            .busy, "Two programs use the consumer \(name) in turn; both are refused for a while.",
            hint: "Stop one of them, or give it another name.")
    }
}
