internal import ArgumentParser
internal import Chronology
internal import ControlProtocol

/// `geofencectl explain`
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Show why an event of a fence did or did not come.",
        discussion: """
            Looks at the last fix, or with --at at an earlier one. The daemon remembers ten minutes; before \
            them it evaluates what it has recorded again, from an hour before that time on, with the \
            present configuration and fences. For other configurations: geofencectl replay --recorded \
            --explain FENCE. The daemon words the findings, in metres and metres per second whatever \
            --units says. Exits with 66 where there is no fix to explain by.

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
        help: ArgumentHelp("The fix at or just before this.", valueName: "time|span"))
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
