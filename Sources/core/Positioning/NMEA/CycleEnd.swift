/// Learns which sentence ends a receiver's cycle, so that a fix can be delivered with that sentence
/// instead of waiting for the next epoch or for silence.
struct CycleEnd {
    /// A new end must occur this often in a row, so that one damaged sentence changes nothing.
    static let confirmations = 2

    /// The sentence that ends a cycle, once learned.
    private(set) var key: EpochSentences.Key?
    private var candidate: EpochSentences.Key?
    private var candidateCount = 0

    /// Learns from the sentences of a complete epoch.
    @inline(__always)
    mutating func learn(from sentences: EpochSentences) {
        guard let last = sentences.lastEssential else { return }
        if key == nil || last == key {
            key = last
            candidateCount = 0
            return
        }
        if last == candidate {
            candidateCount += 1
        } else {
            candidate = last
            candidateCount = 1
        }
        if candidateCount >= Self.confirmations {
            key = last
            candidateCount = 0
        }
    }
}
