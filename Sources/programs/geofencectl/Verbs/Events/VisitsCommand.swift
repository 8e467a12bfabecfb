internal import ArgumentParser
internal import Chronology
internal import ControlProtocol

/// `geofencectl visits`
struct VisitsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "visits", abstract: "Show visits of fences with their durations.",
        discussion: """
            A visit whose begin was not seen shows the first fix in it: "before 07:40:12, ≥ 57 s". Where the \
            fixes carry no time, the times at which they arrived stand in, marked "(arrival)", with "≈". A \
            fence or monitor that does not exist, and of which no visit is stored, ends it with 66.

            EXAMPLE
              geofencectl visits --fence quarry --since 7d
            """)

    @Option(help: "Only visits of this fence, by id or name.", completion: NameCompletion.fences)
    var fence: String?
    @Option(help: "Only visits of this monitor.", completion: NameCompletion.monitors)
    var monitor: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only visits that had not ended by then.", valueName: "time|span|begin"))
    var since: String?
    @Option(
        name: .customShort("n"), help: ArgumentHelp("Only the newest so many.", valueName: "count"))
    var count: Int?
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var query = VisitQuery(
            monitor: monitor, fence: fence, since_time: try sinceTime(), last: count)
        let client = try connection.connect()
        var list = VisitList(visits: [])
        repeat {
            let page = try client.call(.visitList, query, as: VisitList.self)
            if query.after == nil {
                for name in page.unknown ?? [] {
                    try EventFilter.review(name, isStored: !page.visits.isEmpty, "visit")
                }
            }
            list.visits += page.visits
            query.after = page.next
        } while query.after != nil
        output.print(list, records: { $0.visits }, table: { VisitTable.text($0.visits) })
    }

    private func sinceTime() throws -> String? {
        guard let since else { return nil }
        switch TimeExpression(since, now: Clock.now) {
        case .begin: return nil
        case .now: return Clock.now.rfc3339
        case .time(let time): return time.rfc3339
        case .cursor, .seq, nil:
            throw CommandFailure(
                .usage, "--since \"\(printable(since))\" is not a time.",
                hint: "Write 2026-11-21T07:40:00Z, \"2026-11-21 07:40\" or 7d.")
        }
    }

    mutating func validate() throws {
        if let count, count < 0 { throw ValidationError("-n must not be negative.") }
    }
}
