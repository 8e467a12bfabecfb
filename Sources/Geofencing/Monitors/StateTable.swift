/// The states of fences that have one of their own, each in a slot.
struct StateTable: Sendable {
    private struct Row: BitwiseCopyable, Sendable {
        var settled: SettledState
        /// What looks have to know of the state.
        var standing: Standing
        /// Whether there are open matters beside what is settled.
        var isOpen: Bool
        var number: FenceNumber
    }

    private var slots = SlotTable()
    private var rows = Refillable<Row>()
    /// What is open about a fence, by its slot: where nothing is, it means nothing.
    private var open: [OpenMatters] = []
    /// How many of them fixes far away may change.
    private(set) var restlessCount = 0

    /// How many fences have a state of their own.
    var count: Int { rows.count }

    /// The fences, by slot.
    var numbers: [FenceNumber] { (0..<count).map { rows[$0].number } }

    /// The slot of a fence; nil when it has none. It holds until a state is taken away.
    @inline(__always)
    func slot(of number: FenceNumber) -> Int? { slots[number] }

    /// The fence in a slot.
    func number(_ slot: Int) -> FenceNumber { rows[slot].number }

    /// The state in a slot.
    func state(_ slot: Int) -> FenceState {
        FenceState(rows[slot].settled, rows[slot].isOpen ? open[slot] : nil)
    }

    /// What is held back of the fence in a slot, where nothing else is open about it.
    @inline(__always)
    func heldBackAlone(_ slot: Int) -> Crossing? {
        rows[slot].isOpen ? open[slot].heldBackAlone : nil
    }

    /// Notes the state in a slot before it changes at the fix of that number.
    @inline(__always)
    func note(_ slot: Int, in journal: inout StateJournal, fix: Int) {
        if rows[slot].isOpen {
            journal.note(rows[slot].settled, open[slot], of: rows[slot].number, fix: fix)
        } else {
            journal.note(rows[slot].settled, of: rows[slot].number, fix: fix)
        }
    }

    /// What is known of the fence in a slot.
    @inline(__always)
    func settled(_ slot: Int) -> SettledState { rows[slot].settled }

    /// What a look at the fence in a slot has to know.
    func standing(_ slot: Int) -> Standing { rows[slot].standing }

    /// Whether fixes far from the fence in a slot may change it.
    @inline(__always)
    func isRestless(_ slot: Int) -> Bool { !rows[slot].standing.isAtRest }

    /// Whether fixes far from some fence may change it.
    var hasRestless: Bool { restlessCount > 0 }

    /// The state of a fence; nil when it has none of its own.
    subscript(number: FenceNumber) -> FenceState? {
        get { slot(of: number).map(state) }
        set {
            if let newValue {
                set(number, newValue, Standing(of: newValue))
            } else {
                remove(number)
            }
        }
    }

    /// Gives a fence a state, in place of any that it has.
    mutating func set(_ number: FenceNumber, _ state: FenceState, _ standing: Standing) {
        let slot = slot(of: number)
        if state.open.isNothing {
            set(number, state.settled, standing, in: slot)
        } else {
            set(number, state.settled, state.open, standing, in: slot)
        }
    }

    /// Gives a fence a state of which something is open.
    ///
    /// - Parameter slot: that of the state which it has; nil where it has none.
    @inline(__always)
    mutating func set(
        _ number: FenceNumber, _ settled: SettledState, _ open: OpenMatters, _ standing: Standing,
        in slot: Int?
    ) {
        let place = slot ?? count
        while self.open.count <= place { self.open.append(OpenMatters()) }
        self.open[place] = open
        put(Row(settled: settled, standing: standing, isOpen: true, number: number), in: slot)
    }

    /// Gives a fence a state of which nothing is open.
    ///
    /// - Parameter slot: that of the state which it has; nil where it has none.
    @inline(__always)
    mutating func set(
        _ number: FenceNumber, _ settled: SettledState, _ standing: Standing, in slot: Int?
    ) {
        put(Row(settled: settled, standing: standing, isOpen: false, number: number), in: slot)
    }

    @inline(__always)
    private mutating func put(_ row: Row, in slot: Int?) {
        if !row.standing.isAtRest { restlessCount += 1 }
        if let slot {
            if isRestless(slot) { restlessCount -= 1 }
            rows[slot] = row
        } else {
            slots.set(row.number, slot: count)
            rows.append(row)
        }
    }

    /// Takes the state from a fence, if it has one.
    mutating func remove(_ number: FenceNumber) {
        if let slot = slot(of: number) { remove(in: slot) }
    }

    /// Takes the state in a slot from the fence that has it; the last one moves there.
    mutating func remove(in slot: Int) {
        slots.remove(rows[slot].number)
        if isRestless(slot) { restlessCount -= 1 }
        let last = count - 1
        if slot < last {
            rows[slot] = rows[last]
            if rows[slot].isOpen { open[slot] = open[last] }
            slots.set(rows[slot].number, slot: slot)
        }
        rows.removeLast()
    }

    mutating func removeAll() {
        self = StateTable()
    }
}

extension StateTable: Sequence {
    func makeIterator() -> AnyIterator<(FenceNumber, FenceState)> {
        var slots = (0..<count).makeIterator()
        return AnyIterator { slots.next().map { (number($0), state($0)) } }
    }
}

extension StateTable: Equatable {
    /// The same states of the same fences, in whatever slots.
    static func == (left: StateTable, right: StateTable) -> Bool {
        left.count == right.count && left.allSatisfy { number, state in right[number] == state }
    }
}
