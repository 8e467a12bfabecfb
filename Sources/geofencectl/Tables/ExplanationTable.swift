internal import ControlProtocol

/// The explanation of a fence as text.
enum ExplanationTable {
    /// A block for each chain, then the note on their origin.
    static func text(_ answer: FenceExplanations) -> String {
        var blocks = answer.explanations.map { text($0) }
        if let note = answer.note { blocks.append(printable(note) + "\n") }
        return blocks.joined(separator: "\n")
    }

    /// That there is no fix to explain a fence by.
    static func none(of fence: String) -> String {
        "No stored fix was used to evaluate fence \(printable(fence))."
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
