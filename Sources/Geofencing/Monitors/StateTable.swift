/// The fences that have a state of their own: those that are not plainly outside.
struct StateTable: Sendable, Equatable {
    private var states: [FenceNumber: FenceState] = [:]
    /// The number of fences that are not at rest, so that every fix may change them.
    private(set) var restlessCount = 0

    var count: Int { states.count }

    /// The fences, in order of number.
    var numbers: [FenceNumber] { states.keys.sorted() }

    /// Whether a fence has a state of its own.
    func holds(_ number: FenceNumber) -> Bool { self[number] != nil }

    /// Whether a fence has a state of its own and is not at rest.
    func isRestless(_ number: FenceNumber) -> Bool { self[number].map { !$0.isAtRest } ?? false }

    /// The state of a fence; nil when it has none of its own.
    subscript(number: FenceNumber) -> FenceState? {
        get { states.isEmpty ? nil : states[number] }
        set {
            if isRestless(number) { restlessCount -= 1 }
            states[number] = newValue
            if isRestless(number) { restlessCount += 1 }
        }
    }

    mutating func removeAll() {
        self = StateTable()
    }
}

extension StateTable: Sequence {
    /// Visits the fences in order of number.
    func makeIterator() -> AnyIterator<(FenceNumber, FenceState)> {
        var numbers = numbers.makeIterator()
        return AnyIterator {
            numbers.next().flatMap { number in self[number].map { (number, $0) } }
        }
    }
}
