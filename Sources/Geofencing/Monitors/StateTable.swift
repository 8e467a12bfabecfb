/// The states of fences that have one of their own, each in a slot where it is read and changed in
/// place.
struct StateTable: Sendable, Equatable {
    private var slots: [FenceNumber: Int] = [:]
    /// The fences, by slot.
    private(set) var numbers: [FenceNumber] = []
    /// Their states, by slot.
    var values: [FenceState] = []

    /// Whether no fence has a state of its own.
    var isEmpty: Bool { numbers.isEmpty }

    /// The slot of a fence; nil when it has none. It holds until a state is taken away.
    func slot(of number: FenceNumber) -> Int? {
        numbers.isEmpty ? nil : slots[number]
    }

    /// The state of a fence; nil when it has none of its own.
    subscript(number: FenceNumber) -> FenceState? {
        get { slot(of: number).map { values[$0] } }
        set {
            guard let newValue else { return remove(number) }
            if let slot = slot(of: number) {
                values[slot] = newValue
            } else {
                slots[number] = numbers.count
                numbers.append(number)
                values.append(newValue)
            }
        }
    }

    /// Takes the state from a fence; the last one moves into its slot.
    private mutating func remove(_ number: FenceNumber) {
        guard !numbers.isEmpty, let slot = slots.removeValue(forKey: number) else { return }
        let (lastNumber, lastState) = (numbers.removeLast(), values.removeLast())
        guard slot < numbers.count else { return }
        slots[lastNumber] = slot
        numbers[slot] = lastNumber
        values[slot] = lastState
    }

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
