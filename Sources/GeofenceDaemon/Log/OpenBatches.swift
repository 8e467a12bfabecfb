/// The batches that were handed to the store and are not settled, and the closures that wait for them.
@Loop
final class OpenBatches {
    private var next = 0
    private var open: [Int] = []
    private var waiting: [(number: Int, go: @Loop () -> Void)] = []

    /// Whether everything is settled.
    var isEmpty: Bool { open.isEmpty }

    /// One more was handed over; gives its number.
    func add() -> Int {
        defer { next += 1 }
        open.append(next)
        return next
    }

    /// It is durable, or given up.
    func settle(_ number: Int) {
        // They settle nearly always in their order, so the first one is it.
        if let place = open.firstIndex(of: number) { open.remove(at: place) }
        let oldest = open.first ?? next
        let ready = waiting.prefix { $0.number < oldest }
        waiting.removeFirst(ready.count)
        for waiter in ready { waiter.go() }
    }

    /// Calls when everything handed over so far is settled; at once when nothing is open.
    func whenSettled(_ go: @escaping @Loop () -> Void) {
        guard !open.isEmpty else { return go() }
        waiting.append((next - 1, go))
    }

    /// Calls every waiting closure now.
    func release() {
        let ready = waiting
        waiting = []
        for waiter in ready { waiter.go() }
    }
}
