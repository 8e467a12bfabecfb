import Geodesy
import Testing

@testable import Geofencing

@Suite struct FenceStatesTests {
    /// Thousands of states come and go as in a dictionary, of fences that are numbered in rows as
    /// neighbours are, and of others.
    @Test func mapEqualsADictionary() {
        var random = SplitMix(seed: 7)
        var states = FenceStates()
        var expected: [FenceNumber: FenceState] = [:]
        for round in 0..<20_000 {
            let number: FenceNumber =
                round % 2 == 0
                ? .random(in: 0..<300, using: &random) : .random(in: 0...1_000_000, using: &random)
            var state = FenceState(Bool.random(using: &random) ? .inside : .outside)
            state.suppressedToggles = round
            // It grows to hundreds and comes back to few.
            let isGrowing = round / 2500 % 2 == 0
            let isThere = Int.random(in: 0..<4, using: &random) < (isGrowing ? 3 : 1)
            states[number] = isThere ? state : nil
            expected[number] = isThere ? state : nil
            #expect(states.restlessCount == expected.values.count { !$0.isAtRest })
            if round % 500 == 0 {
                #expect(Dictionary(uniqueKeysWithValues: states.map { ($0, $1) }) == expected)
                for other in 0..<300 as Range<FenceNumber> {
                    #expect(states[other] == expected[other])
                }
            }
        }
    }
}
