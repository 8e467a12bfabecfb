internal import ArgumentParser
internal import Expressions

/// `geofencectl expression functions`
struct ExpressionFunctionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "functions", abstract: "List the functions that expressions can call.")

    @OptionGroup var output: OutputOptions

    /// The printed result.
    struct Function: Encodable {
        var name: String
        var parameters: String
        var summary: String
    }

    func run() throws {
        let functions = ExpressionFunction.all.map {
            Function(name: $0.name, parameters: $0.parameters, summary: $0.summary)
        }
        output.print(functions, records: { $0 }) { functions in
            functions.map { "\($0.name)(\($0.parameters))\n    \($0.summary)\n" }.joined()
        }
    }
}
