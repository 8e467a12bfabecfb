import ControlProtocol
import NIOCore

/// Runs changes of fences and monitors, and reloads, one after the other, so that each is checked against
/// the result of the previous ones. A change is durable before it takes effect.
@Loop
final class FenceChangeQueue {
    /// The maximum number of changes that wait: more than clients send while one is written.
    static let waitingMaximum = 64
    /// The maximum total of fences in the changes that wait: as many as two request lines hold, so that a
    /// hanging disk does not fill the memory. The first waiting change with fences may exceed it.
    static let waitingFences = 15_000

    private struct Change {
        var fences: Int
        var begin: @Loop () throws(Failure) -> Void
        var refuse: @Loop (Failure) -> Void
    }

    private var waiting = CircularBuffer<Change>()
    private var isBusy = false

    /// Creates an empty queue.
    init() {}

    /// Adds a change, or calls `refuse` when too many wait. Calls `begin` when the previous changes have
    /// ended; ``goOn()`` must be called when this change has ended, unless `begin` throws.
    ///
    /// - Parameter fences: the number of fences in the change.
    func add(
        of fences: Int,
        _ begin: @escaping @Loop () throws(Failure) -> Void,
        refuse: @escaping @Loop (Failure) -> Void
    ) {
        let held = waiting.reduce(0) { $0 + $1.fences }
        guard waiting.count < Self.waitingMaximum, held == 0 || held + fences <= Self.waitingFences
        else {
            return refuse(
                Failure(
                    .busy, "\(waiting.count) changes of fences wait already.",
                    hint: "Try again when they are answered; geofencectl fence set, or Fence.set, "
                        + "changes many at once."))
        }
        waiting.append(Change(fences: fences, begin: begin, refuse: refuse))
        if !isBusy { goOn() }
    }

    /// Begins a reload when the previous changes have ended, however many wait.
    func addReload(_ begin: @escaping @Loop () -> Void) {
        waiting.append(Change(fences: 0, begin: begin, refuse: { _ in }))
        if !isBusy { goOn() }
    }

    /// Ends the change that was begun, successful or not, and begins the next one.
    func goOn() {
        isBusy = false
        while !isBusy, let change = waiting.popFirst() {
            do throws(Failure) {
                isBusy = true
                try change.begin()
            } catch {
                isBusy = false
                change.refuse(error)
            }
        }
    }
}
