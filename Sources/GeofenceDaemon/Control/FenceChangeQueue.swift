import ControlProtocol
import NIOCore

/// Changes of fences and monitors, and reloads, one after the other: each is checked against the result of
/// those before it, which is in force when it is durable.
@Loop
final class FenceChangeQueue {
    /// Changes that wait at once: more than clients send while one is written.
    static let waitingMaximum = 64
    /// Fences of the changes that wait at once, except the first of them: as many as two lines hold, so
    /// that a disk which hangs does not fill the memory.
    static let waitingFences = 15_000

    private struct Change {
        var fences: Int
        var begin: @Loop () throws(Failure) -> Void
        var refuse: @Loop (Failure) -> Void
    }

    private var waiting = CircularBuffer<Change>()
    private var isBusy = false

    /// A queue without changes.
    init() {}

    /// Begins a change when those before it are done; `begin` or what follows it calls ``goOn()`` when the
    /// change is done.
    ///
    /// - Parameter fences: how many fences it holds.
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

    /// Begins a reload when the changes before it are done, however many those are.
    func addReload(_ begin: @escaping @Loop () -> Void) {
        waiting.append(Change(fences: 0, begin: begin, refuse: { _ in }))
        if !isBusy { goOn() }
    }

    /// The change that was begun is done, for better or worse.
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
