import Chronology

/// The states of the fences under one monitor.
///
/// Most fences are plainly outside and have no state of their own: those with the same settings
/// share one.
struct FenceStates: Sendable {
    /// The shared states, one for each of the catalog's settings.
    var defaults: [DefaultState] = []
    /// Earlier states, for explanations.
    var journal = StateJournal()
    private var own: [FenceNumber: FenceState] = [:]
    /// The number of fences that are not at rest, so that every fix may change them.
    private(set) var restlessCount = 0
    /// The number of states at which lapsed states are searched for.
    private var lapseCheckCount = fewStates

    /// The number of states below which lapsed ones are not searched for.
    static let fewStates = 16

    /// Returns the state of a fence: its own, or the one shared by the fences with its settings.
    func state(of number: FenceNumber, settings: Int) -> FenceState {
        self[number] ?? defaults[settings].state
    }

    /// Sets the state of a fence. It becomes its own if it differs from the shared one.
    mutating func set(_ number: FenceNumber, _ state: FenceState, settings: Int) {
        self[number] = defaults[settings].suffices(for: state) ? nil : state
    }

    /// Discards everything: while the monitor is stopped, the numbers of the fences may be assigned
    /// to other fences.
    ///
    /// - Parameters:
    ///   - settingsCount: the number of the catalog's settings.
    ///   - fix: the number of the last fix; states up to it can no longer be explained.
    mutating func removeAll(settingsCount: Int, after fix: Int) {
        self = FenceStates()
        defaults = Array(repeating: DefaultState(), count: settingsCount)
        journal.begin(after: fix)
    }

    /// Replaces the own states, because the fences have other numbers now.
    mutating func renumber(_ states: [FenceNumber: FenceState], after fix: Int) {
        own = states
        restlessCount = own.values.count { !$0.isAtRest }
        journal.begin(after: fix)
    }

    /// Discards receiver times, because the time scale of the receiver starts again.
    mutating func forgetTime() {
        for settings in defaults.indices { defaults[settings].forgetTime() }
        for number in own.keys { own[number]?.forgetTime() }
    }

    /// Removes the states that equal the shared state once their ignore periods are over, and
    /// returns their fences. Searches only when there are many states, so that the cost for each is
    /// small.
    ///
    /// - Parameters:
    ///   - fix: the number of the last fix.
    ///   - settings: returns the index of the settings of a fence.
    mutating func removeLapsed(
        at now: BootInstant, fix: Int, settings: (FenceNumber) -> Int
    ) -> [FenceNumber] {
        guard count >= lapseCheckCount else { return [] }
        let lapsed = own.filter { number, state in
            state.isBare && !state.window.suppresses(at: now)
                && defaults[settings(number)].state.isBare
        }.sorted { $0.key < $1.key }
        for (number, state) in lapsed {
            journal.note(state, of: number, fix: fix)
            self[number] = nil
        }
        lapseCheckCount = Swift.max(Self.fewStates, 2 * count)
        return lapsed.map(\.key)
    }
}

/// The own states.
extension FenceStates {
    /// The number of fences with a state of their own.
    var count: Int { own.count }

    /// The fences with a state of their own, in no particular order.
    var fences: some Collection<FenceNumber> { own.keys }

    /// The fences with a state of their own, in order of number.
    var numbers: [FenceNumber] { own.keys.sorted() }

    /// Whether a fence has a state of its own.
    func holds(_ number: FenceNumber) -> Bool { self[number] != nil }

    /// Whether a fence has a state of its own and is not at rest.
    func isRestless(_ number: FenceNumber) -> Bool {
        restlessCount > 0 && self[number].map { !$0.isAtRest } ?? false
    }

    /// The state of a fence; nil when it has none of its own.
    subscript(number: FenceNumber) -> FenceState? {
        get { own.isEmpty ? nil : own[number] }
        set {
            let before =
                if let newValue {
                    own.updateValue(newValue, forKey: number)
                } else {
                    own.removeValue(forKey: number)
                }
            if let before, !before.isAtRest { restlessCount -= 1 }
            if let newValue, !newValue.isAtRest { restlessCount += 1 }
        }
    }
}

extension FenceStates: Sequence {
    /// Visits the fences with a state of their own, in order of number.
    func makeIterator() -> AnyIterator<(FenceNumber, FenceState)> {
        AnyIterator(own.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }.makeIterator())
    }
}
