internal import ControlProtocol

/// Why a fence is as it is, as people read it.
enum ExplanationTable {
    /// A block for each chain, then what they were made from.
    static func text(_ answer: FenceExplanations, of fence: String) -> String {
        let chains =
            answer.explanations.isEmpty && answer.note == nil
            ? none(of: fence) + "\n"
            : answer.explanations.map(text).joined(separator: "\n")
        let gap = answer.explanations.isEmpty ? "" : "\n"
        return chains + (answer.note.map { "\(gap)\(printable($0))\n" } ?? "")
    }

    /// That there is no fix to explain a fence by.
    static func none(of fence: String) -> String {
        "No fix is remembered that a monitor judged fence \(printable(fence)) by."
    }

    private static func text(_ chain: FenceExplanations.Chain) -> String {
        var listing = Listing()
        listing.add("fence", "\(chain.fence) under monitor \(chain.monitor)")
        listing.add("time", TimeText.seconds(chain.time))
        for step in chain.steps { listing.add(step.subject, step.finding) }
        listing.add("result", chain.result)
        return listing.text
    }
}
