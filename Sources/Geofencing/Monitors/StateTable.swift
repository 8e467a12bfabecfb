/// The states of fences that have one of their own, each in a slot where it is read and changed in
/// place.
struct StateTable: Sendable, Equatable {
    private var slots = SlotTable()
    /// The fences, by slot.
    private(set) var numbers: [FenceNumber] = []
    /// Their states, by slot.
    private(set) var values: [FenceState] = []
    /// What looks have to know of them, by slot.
    private var standings: [Standing] = []
    private var restlessCount = 0

    /// The slot of a fence; nil when it has none. It holds until a state is taken away.
    func slot(of number: FenceNumber) -> Int? { slots[number] }

    /// The state of a fence; nil when it has none of its own.
    subscript(number: FenceNumber) -> FenceState? {
        get { slot(of: number).map { values[$0] } }
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
        if !standing.isAtRest { restlessCount += 1 }
        if let slot = slot(of: number) {
            if isRestless(slot) { restlessCount -= 1 }
            values[slot] = state
            standings[slot] = standing
        } else {
            slots.set(number, slot: numbers.count)
            numbers.append(number)
            values.append(state)
            standings.append(standing)
        }
    }

    /// Takes the state from a fence, if it has one; the last one moves into its slot.
    mutating func remove(_ number: FenceNumber) {
        guard let slot = slots[number] else { return }
        slots.remove(number)
        if isRestless(slot) { restlessCount -= 1 }
        let last = numbers.count - 1
        if slot < last {
            numbers[slot] = numbers[last]
            values[slot] = values[last]
            standings[slot] = standings[last]
            slots.set(numbers[slot], slot: slot)
        }
        _ = (numbers.removeLast(), values.removeLast(), standings.removeLast())
    }

    /// Whether fixes far from some fence may change it.
    var hasRestless: Bool { restlessCount > 0 }

    /// Whether fixes far from the fence in that slot may change it.
    func isRestless(_ slot: Int) -> Bool { !standings[slot].isAtRest }

    /// What a look at the fence in that slot has to know.
    func standing(_ slot: Int) -> Standing { standings[slot] }

    mutating func removeAll() {
        self = StateTable()
    }

    /// The same states of the same fences, in whatever slots.
    static func == (left: StateTable, right: StateTable) -> Bool {
        left.numbers.count == right.numbers.count
            && left.allSatisfy { number, state in right[number] == state }
    }
}

extension StateTable: Sequence {
    func makeIterator() -> Zip2Sequence<[FenceNumber], [FenceState]>.Iterator {
        zip(numbers, values).makeIterator()
    }
}
