internal import ArgumentParser
internal import Chronology
internal import ControlProtocol

/// `geofencectl explain`
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain why a fence did or did not report an event.",
        discussion: """
            Explains the evaluation of the last fix, or with --at of an earlier one. The daemon keeps ten \
            minutes of evaluations. For an earlier time it evaluates its recording again, from an hour before \
            that time, with the present configuration and fences. For another configuration, use geofencectl \
            replay --recorded --explain FENCE. The findings are in metres and metres per second, regardless \
            of --units. Exits with 66 when there is no such fix.

            EXAMPLE
              geofencectl explain quarry --at 2min
              geofencectl explain quarry --at 8h
            """)

    @Argument(
        help: "The fence's id, or its name where no other has it.",
        completion: NameCompletion.fences)
    var fence: String
    @Option(help: "Only the evaluation of this monitor.", completion: NameCompletion.monitors)
    var monitor: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The fix at or just before this time.", valueName: "time|span"))
    var at: String?
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let question = FenceQuestion(
            fence: fence, monitor: monitor,
            at: try at.map { try TimeExpression.time($0, as: "--at").rfc3339 })
        let client = try connection.connect()
        try client.checkMonitor(monitor)
        let answer = try client.suggesting(.fences, for: fence) {
            try client.call(.fenceExplain, question, as: FenceExplanations.self)
        }
        guard !answer.explanations.isEmpty else {
            throw CommandFailure(
                .noInput, answer.note ?? ExplanationTable.none(of: fence),
                hint: "Leave --at out for the last fix.")
        }
        output.print(
            answer, records: { $0.explanations }, table: { ExplanationTable.text($0) })
    }
}
