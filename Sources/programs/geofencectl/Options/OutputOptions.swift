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

/// Names for shell completion, requested from the daemon while the user waits.
enum NameCompletion {
    /// The names of all monitors.
    static let monitors = completion { client, _ in
        try client.names(of: .monitors)
    }

    /// The ids of fences with the typed prefix.
    static let fences = completion { client, word in
        try client.fenceIDs(beginningWith: word)
    }

    /// The names of all sources.
    static let sources = completion { client, _ in
        try client.names(of: .sources)
    }

    /// The names of all consumers.
    static let consumers = completion { client, _ in
        try client.names(of: .consumers)
    }

    /// The types of all events.
    static let eventTypes = CompletionKind.list(EventType.allCases.map(\.rawValue))

    /// Seconds: more than a working daemon needs, less than users are willing to wait.
    private static let patience_s = 1.0

    private static func completion(
        _ names: @escaping @Sendable (Client, String) throws -> [String]
    ) -> CompletionKind {
        .custom { _, _, word in
            let path = (try? ConnectionOptions.parse([]))?.path ?? ConnectionOptions.usualSocket
            // Shell completion cannot show errors.
            guard let client = try? Client(path: path, timeout_s: patience_s) else { return [] }
            return (try? names(client, word)) ?? []
        }
    }
}
