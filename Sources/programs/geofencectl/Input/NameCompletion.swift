internal import ArgumentParser
internal import ControlProtocol

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
