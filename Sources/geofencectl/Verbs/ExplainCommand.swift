internal import ArgumentParser
internal import Chronology
internal import ControlProtocol

/// `geofencectl explain`
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Show why an event of a fence did or did not come.",
        discussion: """
            Looks at the last fix, or with --at at an earlier one; the daemon remembers ten minutes.
            The daemon words the findings, in metres and metres per second whatever --units says.

            EXAMPLE
              geofencectl explain quarry --at -2min
            """)

    @Argument(help: "The fence's id.", completion: NameCompletion.fences)
    var fence: String
    @Option(help: "Only what this monitor judged.", completion: NameCompletion.monitors)
    var monitor: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The fix at or just before this.", valueName: "time|-span"))
    var at: String?
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let question = FenceQuestion(fence: fence, monitor: monitor, at: try time())
        let client = try connection.connect()
        try client.checkMonitor(monitor)
        let answer = try client.suggesting(.fences, for: fence) {
            try client.call(.fenceExplain, question, as: FenceExplanations.self)
        }
        output.print(answer, records: { $0.explanations }) { answer in
            answer.explanations.isEmpty
                ? "No fix is remembered that a monitor judged fence \(printable(fence)) by.\n"
                : answer.explanations.map(text).joined(separator: "\n")
        }
    }

    private func text(_ chain: FenceExplanations.Chain) -> String {
        var listing = Listing()
        listing.add("fence", "\(chain.fence) under monitor \(chain.monitor)")
        listing.add("time", TimeText.seconds(chain.time))
        for step in chain.steps { listing.add(step.subject, step.finding) }
        listing.add("result", chain.result)
        return listing.text
    }

    private func time() throws -> String? {
        guard let at else { return nil }
        guard case .time(let time)? = TimeExpression(at, now: Clock.now) else {
            throw CommandFailure(
                .usage, "--at \"\(printable(at))\" is not a time.",
                hint: "Write 2026-11-21T07:40:00Z, \"2026-11-21 07:40:00\" or -2min.")
        }
        return time.rfc3339
    }
}
