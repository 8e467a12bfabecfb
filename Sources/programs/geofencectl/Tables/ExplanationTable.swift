internal import ControlProtocol

/// The explanation of a fence as text.
enum ExplanationTable {
    /// Returns a block for each chain, then the note.
    static func text(_ answer: FenceExplanations) -> String {
        var blocks = answer.explanations.map { text($0) }
        if let note = answer.note { blocks.append(printable(note) + "\n") }
        return blocks.joined(separator: "\n")
    }

    /// Returns the message that no fix explains the fence.
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
