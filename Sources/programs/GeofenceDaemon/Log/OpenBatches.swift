/// The batches that are neither durable nor refused yet, and the closures that wait for them.
@Loop
final class OpenBatches {
    private var next = 0
    private var open: [Int] = []
    private var waiting: [(number: Int, go: @Loop () -> Void)] = []

    /// Whether every batch is settled.
    var isEmpty: Bool { open.isEmpty }

    /// Adds a batch and returns its number.
    func add() -> Int {
        defer { next += 1 }
        open.append(next)
        return next
    }

    /// Removes a batch that is durable or refused. Calls the closures whose batches are settled.
    func settle(_ number: Int) {
        // Batches nearly always settle in order, so the first one matches.
        if let place = open.firstIndex(of: number) { open.remove(at: place) }
        let oldest = open.first ?? next
        let ready = waiting.prefix { $0.number < oldest }
        waiting.removeFirst(ready.count)
        for waiter in ready { waiter.go() }
    }

    /// Calls `go` when every batch added so far is settled; at once when none is open.
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
