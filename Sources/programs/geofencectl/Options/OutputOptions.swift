internal import ArgumentParser
internal import ControlProtocol

/// The format of results.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: "table for people; json, or jsonl with one record a line, for programs.")
    var output: OutputFormat = .table

    @Option(help: "The units of tables. JSON is always metric.")
    var units: Units = .metric

    @Flag(help: "Times of tables in UTC, not in the zone of TZ or this machine.")
    var utc = false

    /// Prints a result: as received from the daemon, as lines of its records, or as a table.
    func print<Result: Encodable>(
        _ result: Result, records: (Result) -> [any Encodable], table: (Result) -> String
    ) {
        switch output {
        case .table: Console.write(table(result))
        case .json: Console.writeJSON(result)
        case .jsonl: for record in records(result) { Console.writeLine(Wire.line(record)) }
        }
    }

    /// Prints a result that is one record.
    func print<Result: Encodable>(_ result: Result, table: (Result) -> String) {
        print(result, records: { [$0] }, table: table)
    }
}

/// The format of results.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    /// Columns for people.
    case table
    /// One JSON document; streams print one record a line.
    case json
    /// One JSON record a line.
    case jsonl
}
