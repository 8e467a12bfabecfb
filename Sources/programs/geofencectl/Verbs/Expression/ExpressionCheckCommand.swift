internal import ArgumentParser
internal import ControlProtocol
internal import Expressions

/// `geofencectl expression check`
struct ExpressionCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check an expression without evaluating it.",
        discussion: """
            Exits with 65 when it does not compile. Names that are not declared, and comparisons of \
            $fencenotificationtype with a word that it never is, are warnings: such an expression \
            runs, but hardly as it is meant. A name that hides a built-in function is a note.
            """)

    @OptionGroup var input: ExpressionInput
    @OptionGroup var output: OutputOptions

    /// The printed result.
    struct Report: Encodable {
        /// Whether the expression compiles.
        var ok: Bool
        /// The errors, or likely mistakes if `ok`.
        var problems: [Problem]
        /// Names that hide a built-in function.
        var notes: [Problem]
        /// The profile variables that it uses.
        var variables: [String]
    }

    /// A problem with its position.
    struct Problem: Encodable {
        var kind: String
        var line: Int
        var column: Int
        var message: String

        init(_ error: ExpressionError) {
            kind = error.kind.rawValue
            line = error.line
            column = error.column
            message = error.message
        }
    }

    func run() throws {
        let source = try input.text()
        let report: Report
        do throws(ExpressionError) {
            let expression = try Expression(source, for: input.profile.ofExpression)
            report = Report(
                ok: true,
                problems: expression.warnings(eventTypes: Self.eventTypes).map(Problem.init),
                notes: expression.notes.map(Problem.init),
                variables: expression.usedVariables.sorted())
        } catch {
            report = Report(ok: false, problems: [Problem(error)], notes: [], variables: [])
        }
        let path = input.file
        output.print(report) { report in
            func lines(_ problems: [Problem], _ word: String) -> String {
                problems.map {
                    "\(printable(path)):\($0.line):\($0.column): \(word): \(printable($0.message))\n"
                }.joined()
            }
            return lines(report.problems, report.ok ? "warning" : "error")
                + lines(report.notes, "note")
                + (report.ok ? "\(printable(path)) is valid\n" : "")
        }
        if !report.ok { throw ExitCode(.badData) }
    }

    /// The values of `$fencenotificationtype`.
    static let eventTypes = ["entered", "exited", "dwelled"]
}
