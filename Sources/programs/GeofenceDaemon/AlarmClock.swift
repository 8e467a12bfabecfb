import Chronology
import NIOCore
import SystemServices

/// Wakes the loop at the earliest deadline of all alarms.
///
/// Uses its own timer: NIO timers do not count the time that the machine is suspended, and a postponed one
/// still wakes the loop at its old deadline. Inputs postpone alarms often.
@Loop
final class AlarmClock {
    /// The only alarm clock of this process.
    static let shared = AlarmClock()

    /// The descriptor of the timer; nil before `start`.
    private var timer: Int32?
    /// The deadline of the timer.
    private var set: BootInstant?
    /// The alarms that are set, in no order.
    private var alarms: [Alarm] = []

    private init() {}

    /// Opens the timer, unless it is open. Alarms fire only after this call.
    func start() async throws {
        guard timer == nil else { return }
        let opened = try BootTimer.open()
        let descriptor = opened.rawValue
        let handler = LinkHandler { _ in self.isWoken() }
        let channel = try await DescriptorChannel.open(opened, handler).get()
        try await channel.setOption(.autoRead, value: true).get()
        timer = descriptor
        setTimer()
    }

    /// Updates the list and the timer after an alarm was set or cancelled.
    func heed(_ alarm: Alarm) {
        alarms.removeAll { $0 === alarm }
        if alarm.due != nil { alarms.append(alarm) }
        setTimer()
    }

    private func isWoken() {
        let now = BootClock.now()
        let overdue = alarms.filter { $0.isOverdue(at: now) }
        // The earliest first. The owner of an alarm may set or cancel any of them.
        for alarm in overdue.sorted(by: { ($0.due ?? now) < ($1.due ?? now) }) {
            alarm.ringIfDue(at: now)
        }
        alarms.removeAll { $0.due == nil }
        set = nil
        setTimer()
    }

    private func setTimer() {
        let first = alarms.lazy.compactMap(\.due).min()
        guard let timer, first != set else { return }
        // The expired timer is about to wake the loop, which then sets it again. NIO may already have seen
        // the descriptor as readable, and must find data to read.
        if let set, set <= BootClock.now() { return }
        set = first
        BootTimer.set(timer, for: first?.nanoseconds)
    }
}
