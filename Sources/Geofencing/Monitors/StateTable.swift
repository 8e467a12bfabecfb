/// The states of fences that have one of their own, each in a slot.
struct StateTable: Sendable {
    private struct Row: BitwiseCopyable, Sendable {
        var state: FenceState
        var number: FenceNumber
    }

    private var slots = SlotTable()
    private var rows: [Row] = []
    /// How many of them fixes far away may change.
    private(set) var restlessCount = 0

    /// How many fences have a state of their own.
    var count: Int { rows.count }

    /// The fences, by slot.
    var numbers: [FenceNumber] { rows.map(\.number) }

    /// The slot of a fence; nil when it has none. It holds until a state is removed.
    func slot(of number: FenceNumber) -> Int? { slots[number] }

    /// The fence in a slot.
    func number(_ slot: Int) -> FenceNumber { rows[slot].number }

    /// The state in a slot.
    func state(_ slot: Int) -> FenceState { rows[slot].state }

    /// Whether fixes far from the fence in a slot may change it.
    func isRestless(_ slot: Int) -> Bool { !rows[slot].state.isAtRest }

    /// The state of a fence; nil when it has none of its own.
    subscript(number: FenceNumber) -> FenceState? {
        get { slot(of: number).map(state) }
        set {
            if let newValue { set(number, newValue) } else { remove(number) }
        }
    }

    /// Gives a fence a state, in place of any that it has.
    mutating func set(_ number: FenceNumber, _ state: FenceState) {
        if !state.isAtRest { restlessCount += 1 }
        if let slot = slot(of: number) {
            if isRestless(slot) { restlessCount -= 1 }
            rows[slot].state = state
        } else {
            slots.set(number, slot: rows.count)
            rows.append(Row(state: state, number: number))
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
