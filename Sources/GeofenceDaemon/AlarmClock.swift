import Chronology
import NIOCore
import SystemServices

/// Wakes the loop at the first deadline of all alarms.
///
/// It has a timer of its own. NIO's count no time asleep, and one that is put off wakes the loop at the old
/// time all the same; but alarms are there to be put off by what comes in time.
@Loop
final class AlarmClock {
    /// The one of this process.
    static let shared = AlarmClock()

    /// The descriptor of the timer; nil before `start`.
    private var timer: Int32?
    /// The deadline of the timer.
    private var set: BootInstant?
    /// The alarms that are set.
    private var alarms: [Alarm] = []

    private init() {}

    /// Opens the timer, unless it is open. What alarms are set for comes true from then on.
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

    /// Takes note of an alarm that was set, maybe again, or cancelled.
    func heed(_ alarm: Alarm) {
        alarms.removeAll { $0 === alarm }
        if alarm.due != nil { alarms.append(alarm) }
        setTimer()
    }

    private func isWoken() {
        let now = BootClock.now()
        let overdue = alarms.filter { $0.isOverdue(at: now) }
        // The earliest first. The owner of one may set and cancel any of them.
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
        // What has come is about to wake the loop, and then it is set again. NIO may know of it already, and
        // has to find something to read.
        if let set, set <= BootClock.now() { return }
        set = first
        BootTimer.set(timer, for: first?.nanoseconds)
    }
}
