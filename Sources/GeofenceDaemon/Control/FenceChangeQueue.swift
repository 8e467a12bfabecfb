import ControlProtocol
import NIOCore

/// Changes of fences one after the other: each is judged by what those before it have made, which is
/// in force only when it is durable.
@Loop
final class FenceChangeQueue {
    /// Changes that wait at once: more than clients send while one is written, and at a line each not
    /// so many that a disk which hangs fills the memory.
    static let waitingMaximum = 64

    private struct Change {
        var begin: @Loop () throws(Failure) -> Void
        var refuse: @Loop (Failure) -> Void
    }

    private var waiting = CircularBuffer<Change>()
    private var isBusy = false

    /// A queue without changes.
    init() {}

    /// Begins a change when those before it are done; whoever begins it says with ``goOn()`` when it
    /// is done itself.
    func add(
        _ begin: @escaping @Loop () throws(Failure) -> Void,
        refuse: @escaping @Loop (Failure) -> Void
    ) {
        guard waiting.count < Self.waitingMaximum else {
            return refuse(
                Failure(
                    .busy, "\(Self.waitingMaximum) changes of fences wait already.",
                    hint: "Try again when they are answered; geofencectl fence set, or Fence.set, "
                        + "changes many at once."))
        }
        waiting.append(Change(begin: begin, refuse: refuse))
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
