/// The arguments of the exerciser: `StoreExerciser DIRECTORY [name=value …]`.
struct Plan: Sendable {
    /// The directory of the store.
    var directory: String
    /// Events to append.
    var count = 100
    /// Batches appended before the first is durable.
    var window = 4
    /// Bytes of each event's record.
    var size = 300
    /// The row limit of the log.
    var rows = 100_000
    /// The byte limit of the log.
    var bytes = 1 << 20
    /// Fails after this many seconds unless everything is durable.
    var patience_s = 60
    /// Ends without closing the store, as a crash would.
    var crash = 0
    /// Reads the whole log before the shutdown.
    var read = 0

    /// Parses the arguments; nil for an unknown one.
    init?(_ arguments: [String]) {
        guard let directory = arguments.first else { return nil }
        self.directory = directory
        let places: [String: WritableKeyPath<Plan, Int>] = [
            "count": \.count, "window": \.window, "size": \.size, "rows": \.rows,
            "bytes": \.bytes, "patience_s": \.patience_s, "crash": \.crash, "read": \.read,
        ]
        for argument in arguments.dropFirst() {
            let halves = argument.split(separator: "=")
            guard halves.count == 2, let place = places[String(halves[0])],
                let value = Int(halves[1])
            else { return nil }
            self[keyPath: place] = value
        }
    }
}
