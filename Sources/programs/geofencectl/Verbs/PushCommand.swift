internal import ArgumentParser
internal import ControlProtocol
internal import Suggestions

/// `geofencectl push`
struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Pass fixes to a source of type socket.",
        discussion: """
            Each line of the file is a fix, such as \
            {"time":"2026-11-21T07:40:00Z","lat":52.37,"lon":4.89,"floor":2,"accuracy_m":3}. \
            Programs of sources and recordings use the same lines, and fix -o jsonl and decode -o jsonl \
            write them. Other keys are ignored.

            KEYS
              lat, lon             degrees; required
              time                 RFC 3339, UTC
              altitude_m, or alt   metres above mean sea level
              vertical_accuracy_m  metres at 95 %
              accuracy_m           metres of radius that hold the true place
              accuracy_level       how surely: from 0.01 to below 1, or one of
                                   "1-sigma", "2d-rms", "68", "95" [default: 0.95]
              speed_mps            metres per second
              course_deg           degrees, 0 is north
              heading_deg          degrees, where the vehicle points
              satellites, hdop     as the receiver reports them
              floor                a whole number
              mode                 0 or 1 for no position now, 2 with no altitude
                                   or an assumed one, 3 with a measured one
              last_known           true for an old position: shown, never evaluated
              additional           an object of your own, up to 4096 bytes: shown
                                   with the fix, for expressions
              error                instead of lat and lon: why there is no position

            An unknown number is null or left out. NaN, infinities, and a negative speed or course, as phones \
            write it, mean the same. A negative vertical_accuracy_m means an unknown altitude, a negative \
            accuracy_m an old position.

            A fix without time is evaluated when it arrives. Its events have no time of crossing, and its visits \
            neither times nor a duration; tables show the time of arrival.

            At the end it prints how many fixes were accepted, how many the checks of the source refused, and \
            why: see geofenced.sources(7). A refused fix is not a failure.

            A line without a usable fix is reported on standard error immediately; of many such lines, the \
            first ones and one of each kind. The other lines are accepted.

            HISTORY
            With --history the fixes are a recording that a device made while it was offline. They are \
            evaluated separately: live states do not change, events are marked late and history, and visits \
            that are open at the end are closed as unfinished. Each fix needs a time. Fixes no newer than an \
            earlier history of the source, and fixes no older than its first live fix since the daemon started, \
            are left out, so that a file that is pushed again reports nothing twice. A file of any length is \
            one history.

            EXAMPLES
              positioning-engine | geofencectl push indoor
              echo '{"time":"'$(date -u +%FT%TZ)'","lat":52.37,"lon":4.89}' |
                geofencectl push indoor
              geofencectl push --history truck logger.jsonl
            """)

    @Argument(help: "The source's name.", completion: NameCompletion.sources)
    var source: String
    @Argument(help: "A file of JSON lines; - is standard input.")
    var file: String = "-"
    @Flag(help: "These fixes were recorded while the device was offline.")
    var history = false
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var push = try Push(source: source, isHistory: history, connection)
        try FileText.lines(of: file) { try push.add($0) }
        try push.finish()
        output.print(push.result) { result in
            result.sentence
        }
        if let summary = push.summary {
            Console.complain("geofencectl: \(printable(summary))\n")
            throw ExitCode(.badData)
        }
    }
}

extension SourcePushed {
    /// The result as a sentence.
    var sentence: String {
        var parts = [counted(evaluated ?? accepted, "fix was", "fixes were") + " accepted"]
        if let evaluated {
            let refusals = refused ?? []
            let refusedCount = refusals.reduce(0) { $0 + $1.count }
            let rest = accepted - evaluated - refusedCount - (waiting ?? 0) - (completed ?? 0)
            if refusedCount > 0 {
                let reasons = refusals.map { "\($0.count) as \($0.reason), since \($0.message)" }
                parts.append(
                    counted(refusedCount, "was refused: ", "were refused: ")
                        + reasons.joined(separator: "; "))
            }
            if let completed { parts.append("\(completed) completed the fix before") }
            if let waiting {
                parts.append(
                    counted(waiting, "waits", "wait") + " for fixes that may belong before")
            }
            if rest > 0 { parts.append(counted(rest, "has", "have") + " no position") }
        }
        if let covered, covered > 0 {
            parts.append(
                counted(covered, "other was", "others were")
                    + " left out: an earlier history or the live source covers their time")
        }
        return printable(parts.joined(separator: "; ")) + ".\n"
    }

    /// Adds the result of further fixes.
    mutating func add(_ other: SourcePushed) {
        accepted += other.accepted
        let counts: [WritableKeyPath<SourcePushed, Int?>] = [
            \.covered, \.evaluated, \.waiting, \.completed,
        ]
        for count in counts {
            guard let more = other[keyPath: count] else { continue }
            self[keyPath: count] = (self[keyPath: count] ?? 0) + more
        }
        for refusal in other.refused ?? [] {
            if let index = refused?.firstIndex(where: { $0.reason == refusal.reason }) {
                refused?[index].count += refusal.count
            } else {
                refused = (refused ?? []) + [refusal]
            }
        }
    }
}
