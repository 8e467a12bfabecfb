/// The states of the fences that have one of their own, each in a slot.
struct StateTable: Sendable {
    private struct Row: BitwiseCopyable, Sendable {
        var state: FenceState
        var number: FenceNumber
    }

    private var slots = SlotTable()
    private var rows: [Row] = []
    /// The number of states that distant fixes may change.
    private(set) var restlessCount = 0

    /// The number of fences with a state of their own.
    var count: Int { rows.count }

    /// The fences in order of slot.
    var numbers: [FenceNumber] { rows.map(\.number) }

    /// The slot of a fence; nil when it has none. The slot is valid until a state is removed.
    func slot(of number: FenceNumber) -> Int? { slots[number] }

    /// The fence in a slot.
    func number(_ slot: Int) -> FenceNumber { rows[slot].number }

    /// The state in a slot.
    func state(_ slot: Int) -> FenceState { rows[slot].state }

    /// Whether fixes far from the fence in a slot may change its state.
    func isRestless(_ slot: Int) -> Bool { !rows[slot].state.isAtRest }

    /// The state of a fence; nil when it has none of its own.
    subscript(number: FenceNumber) -> FenceState? {
        get { slot(of: number).map(state) }
        set {
            if let newValue { set(number, newValue) } else { remove(number) }
        }
    }

    /// Sets the state of a fence.
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

    /// Removes the state of a fence, if it has one.
    mutating func remove(_ number: FenceNumber) {
        if let slot = slot(of: number) { remove(in: slot) }
    }

    /// Removes the state in a slot. The last state moves into that slot.
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
    /// Whether both hold the same states of the same fences, in any slots.
    static func == (left: StateTable, right: StateTable) -> Bool {
        left.count == right.count && left.allSatisfy { number, state in right[number] == state }
    }
}
